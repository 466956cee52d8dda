# SPDX-License-Identifier: MIT
# Bad calls. What a description or an array cannot be is a weft.Error with the library's one line; a
# Python object of the wrong type is a TypeError that names the argument. Nothing is written.
import subprocess
import sys

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import weft

x = np.arange(12, dtype=np.float32).reshape(3, 4)
x.flags.writeable = False
WINDOW = {"input_window_offsets": [0, 0], "input_window_sizes": [3, 4],
          "input_window_strides": [1, 1]}


def slice1(array=x, **changes):
    return weft.slice1(array, **{**WINDOW, **changes})


def pad(**changes):
    return weft.padding(x, **{"padding_mode": "EDGE", "padding_value": 0, "start_padding": [0, 0],
                              "end_padding": [1, 1], **changes})


def fill(**changes):
    return weft.fill_value_constant(**{"value": 1, "output_sizes": [2], "output_dtype": "int8",
                                       **changes})


def fused_sum(fused_activation):
    return weft.element_wise_add1(x, x, fused_activation=fused_activation)


def zeros(*shape, dtype=np.float32):
    return np.zeros(shape, dtype)


def read_only():
    out = zeros(3, 4)
    out.flags.writeable = False
    return out


memory = zeros(6, 4)
MODES = "one of CONSTANT, EDGE, REFLECTION, SYMMETRIC, WRAP is required"

ERRORS = [
    # Activations inside an operator.
    (lambda: fused_sum(("GEMM", {})),
     "ELEMENT_WISE_ADD1: fused_activation is 'GEMM', but an operator that can be fused is required"),
    (lambda: fused_sum("ACTIVATION_HARDMAX"),
     "ELEMENT_WISE_ADD1: fused_activation is 'ACTIVATION_HARDMAX', but an operator that can be fused "
     "is required"),
    (lambda: fused_sum("ACTIVATION_SOFTMAX"),
     "ELEMENT_WISE_ADD1: FusedActivation is ACTIVATION_SOFTMAX, but only GEMM can fuse it"),
    (lambda: fused_sum(("ACTIVATION_RELU", {"fused_activation": "ACTIVATION_RELU"})),
     "ELEMENT_WISE_ADD1: fused_activation has fields that are none of ACTIVATION_RELU: "
     "['fused_activation']"),
    (lambda: fused_sum(("ACTIVATION_RELU", {"input": x})),
     "ELEMENT_WISE_ADD1: fused_activation has fields that are none of ACTIVATION_RELU: ['input']"),
    # Fields.
    (lambda: slice1(input_window_offsets=[0, 1]),
     "SLICE1: InputWindowOffsets[1] + InputWindowSizes[1] is 1 + 4 = 5, but InputTensor.Sizes[1] is 4"),
    (lambda: slice1(input_window_offsets=[0, 2**32 - 1]),
     "SLICE1: InputWindowOffsets[1] + InputWindowSizes[1] is 4294967295 + 4 = 4294967299, but "
     "InputTensor.Sizes[1] is 4"),
    (lambda: slice1(input_window_offsets=[0]),
     "SLICE1: InputWindowSizes has 2 values, but InputWindowOffsets has 1"),
    (lambda: slice1(input_window_offsets=[0, -1]),
     "SLICE1: input_window_offsets[1] is -1, but 0 to 4294967295 is required"),
    (lambda: slice1(input_window_offsets=[0, 2**32]),
     "SLICE1: input_window_offsets[1] is 4294967296, but 0 to 4294967295 is required"),
    (lambda: slice1(input_window_offsets=[2**100, 0]),
     f"SLICE1: input_window_offsets[0] is {2**100}, but 0 to 4294967295 is required"),
    (lambda: slice1(input_window_strides=[1, -2**31 - 1]),
     "SLICE1: input_window_strides[1] is -2147483649, but -2147483648 to 2147483647 is required"),
    (lambda: pad(padding_mode="EDG"), f"PADDING: padding_mode is 'EDG', but {MODES}"),
    (lambda: pad(padding_mode="edge"), f"PADDING: padding_mode is 'edge', but {MODES}"),
    (lambda: pad(padding_mode=9),
     "PADDING: PaddingMode is 9, but CONSTANT, EDGE, REFLECTION, SYMMETRIC or WRAP is required"),
    (lambda: pad(padding_value=1e300), "PADDING: padding_value is 1e+300, but a FLOAT32 is required"),
    (lambda: fill(value=300),
     "FILL_VALUE_CONSTANT: value is 300, but a number INT8 can hold is required"),
    (lambda: weft.element_wise_identity(x, scale_bias=(1, 2, 3)),
     "ELEMENT_WISE_IDENTITY: scale_bias is (1, 2, 3), but (Scale, Bias) is required"),
    # A wrong field is named itself, not the output that would follow from it.
    (lambda: weft.tile(x, repeats=[1, 0]), 
     "TILE: Repeats[1] is 0, but every repeat must be at least 1"),
    (lambda: weft.top_k(x, axis=1, k=0), "TOP_K: K is 0, but 1 to InputTensor.Sizes[1] = 4 is required"),
    (lambda: weft.unfold(zeros(1, 1, 4), window_sizes=[5], strides=[1], dilations=[1],
                         start_padding=[0], end_padding=[0]),
     "UNFOLD: Dilations[0] * (WindowSizes[0] - 1) + 1 is 1 * (5 - 1) + 1 = 5, but "
     "InputTensor.Sizes[2] + StartPadding[0] + EndPadding[0] is 4 + 0 + 0 = 4"),
    (lambda: weft.upsample_2d(zeros(1, 1, 2, 2), scale_size=(2, 0), interpolation_mode="LINEAR"),
     "UPSAMPLE_2D: ScaleSize.Height is 0, but it must be at least 1"),
    (lambda: weft.resample(zeros(1, 1, 2, 2), interpolation_mode="LINEAR", scales=[1, 1, float("nan"), 2]),
     "RESAMPLE: Scales[2] is nan, but it must be finite and above 0"),
    (lambda: weft.resample(zeros(1, 1, 2, 2), interpolation_mode="LINEAR", scales=[1, 1, 2, float("inf")]),
     "RESAMPLE: Scales[3] is inf, but it must be finite and above 0"),
    (lambda: weft.space_to_depth(zeros(1, 1, 2, 2), block_size=0),
     "SPACE_TO_DEPTH: BlockSize is 0, but it must be at least 1"),
    (lambda: weft.space_to_depth(zeros(1, 1, 2, 2), block_size=4),
     "SPACE_TO_DEPTH: InputTensor.Sizes[2] is 2, but OutputTensor.Sizes[2] * BlockSize is 1 * 4 = 4"),
    (lambda: weft.depth_to_space(zeros(1, 1, 2, 2), block_size=2),
     "DEPTH_TO_SPACE: InputTensor.Sizes[1] is 1, but OutputTensor.Sizes[1] * BlockSize * BlockSize is "
     "1 * 2 * 2 = 4"),
    (lambda: slice1(input_window_sizes=[3, 0]),
     "SLICE1: InputWindowSizes[1] is 0, but every window size must be at least 1"),
    (lambda: slice1(input_window_strides=[3, 0]),
     "SLICE1: InputWindowStrides[1] is 0, but a stride must not be 0"),
    # Inputs.
    (lambda: weft.join([x, x.astype(np.float16)], axis=0),
     "JOIN: InputTensors[1].DataType is FLOAT16, but InputTensors[0].DataType is FLOAT32"),
    (lambda: weft.join([x, x], axis=2), "JOIN: Axis is 2, but OutputTensor has 2 dimensions"),
    (lambda: weft.tile(zeros(3, dtype=np.float64), repeats=[1]),
     "TILE: InputTensor.DataType is FLOAT64, but FLOAT32, FLOAT16, UINT32, UINT16, UINT8, INT32, INT16, "
     "INT8, UINT64 or INT64 is required"),
    (lambda: weft.tile(zeros(*[1] * 9), repeats=[1] * 9),
     "TILE: input has 9 dimensions, but a tensor has at most 8"),
    (lambda: weft.cast(zeros(0, 3), output_dtype="int8"),
     "CAST: InputTensor.Sizes[0] is 0, but every size must be at least 1"),
    (lambda: weft.cast(zeros(), output_dtype="int8"),
     "CAST: InputTensor.DimensionCount is 0, but 1 to 8 is required"),
    # Outputs that are not given.
    (lambda: weft.cast(x),
     "CAST: OutputTensor.DataType does not follow from the inputs, so it must be given"),
    (lambda: fill(output_sizes=None),
     "FILL_VALUE_CONSTANT: OutputTensor.Sizes do not follow from the inputs, so they must be given"),
    (lambda: fill(output_sizes=[-1]),
     "FILL_VALUE_CONSTANT: output_sizes[0] is -1, but 0 to 4294967295 is required"),
    (lambda: fill(output_sizes=[1] * 9),
     "FILL_VALUE_CONSTANT: output_sizes has 9 values, but a tensor has at most 8 dimensions"),
    (lambda: fill(output_sizes=[65536] * 4),
     "FILL_VALUE_CONSTANT: OutputTensor.Sizes [65536, 65536, 65536, 65536] have 2^63 or more "
     "elements, but at most 4294967295 are allowed"),
    # out=.
    (lambda: slice1(out=read_only()), "SLICE1: out is read-only, but the result is written to it"),
    (lambda: slice1(out=zeros(3, 4, dtype=np.float64)),
     "SLICE1: OutputTensor.DataType is FLOAT64, but InputTensor.DataType is FLOAT32"),
    (lambda: slice1(out=zeros(3, 4, 1)),
     "SLICE1: OutputTensor.DimensionCount is 3, but InputTensor.DimensionCount is 2"),
    (lambda: slice1(out=zeros(3, 5)),
     "SLICE1: OutputTensor.Sizes[1] is 5, but a window of 4 with stride 1 reaches 1 + (4 - 1) / 1 = "
     "4 elements"),
    (lambda: slice1(out=zeros(3, 4, dtype=">f4")),
     "SLICE1: out is in the other byte order, but the result is written to it directly"),
    (lambda: slice1(out=np.ndarray((3, 4), np.float32, bytearray(64), 1)),
     "SLICE1: out is not aligned to its elements, but the result is written to it directly"),
    (lambda: slice1(out=as_strided(zeros(20), (3, 4), (8, 4))),
     "SLICE1: OutputTensor.Sizes [3, 4], Strides [2, 1] overlap, but each element of an output needs "
     "its own place"),
    (lambda: slice1(out=as_strided(zeros(4), (3, 4), (0, 4))),
     "SLICE1: OutputTensor.Strides[0] is 0, but Sizes[0] is 3 and an output cannot broadcast"),
    (lambda: slice1(out=zeros(3, 4), output_sizes=(3, 4)),
     "SLICE1: output_sizes is given, but so is out"),
    (lambda: weft.top_k(x, axis=1, k=2, out=(None,)),
     "TOP_K: out has 1 arrays, but there are 2 outputs"),
    # One memory for an input and an output: only the same elements, only where it is allowed.
    (lambda: slice1(memory[:3], out=memory[:3]),
     "SLICE1: InputTensor and OutputTensor are bound to the same memory, but it cannot run in place"),
    (lambda: slice1(memory[:3], out=memory[1:4]),
     "SLICE1: InputTensor and OutputTensor are bound to overlapping memory, but only the same memory "
     "may serve both"),
    # By name.
    (lambda: weft.run("SLICE9", {}, []), "SLICE9 is no operator of DirectML"),
    (lambda: weft.run("TILE", {}, [x]), "TILE: Repeats is missing"),
    (lambda: weft.run("TILE", {"Repeats": [1, 1], "Axis": 0}, [x]), "TILE: Axis is no field of TILE"),
    (lambda: weft.run("TILE", {"Repeats": [1, 1], "RepeatsCount": 3}, [x]),
     "TILE: RepeatsCount is 3, but its arrays have 2 values"),
    (lambda: weft.compile("TILE", {"Repeats": [1, 1]}), "TILE: InputTensor is missing"),
]

ARRAY = "but a NumPy array or an object with __dlpack__ is required"
DTYPE = "but a float, an integer or bool of 8 to 64 bits is required"

TYPE_ERRORS = [
    *((lambda value=value: slice1(value), f"SLICE1: input is {found}, {ARRAY}")
      for value, found in [([1.0], "a list"), ((1.0,), "a tuple"), (None, "None"), (1.5, "a float"),
                           ("abc", "a str"), (b"1234", "a bytes"), (np.float32(3), "a numpy.float32"),
                           ({}, "a dict")]),
    *((lambda dtype=dtype: slice1(np.zeros((3, 4), dtype)),
       f"SLICE1: input has the dtype {shown}, {DTYPE}")
      for dtype, shown in [("O", "object"), ("c8", "complex64"), ("S4", "|S4"), ("g", "float128"),
                           ("datetime64[s]", "datetime64[s]"), ([("a", "f4")], "[('a', '<f4')]")]),
    *((lambda value=value: slice1(input_window_offsets=value),
       f"SLICE1: input_window_offsets{found}")
      for value, found in [(None, " is None, but a value is required"),
                           (3, " is a int, but a sequence of integers is required"),
                           ("ab", " is a str, but a sequence of integers is required"),
                           ({0: 0}, " is a dict, but a sequence of integers is required"),
                           ([0, 1.5], "[1] is a float, but an integer is required"),
                           ([0, None], "[1] is None, but an integer is required")]),
    (lambda: pad(padding_mode=1.0), f"PADDING: padding_mode is a float, but {MODES}"),
    (lambda: pad(padding_value="0"), "PADDING: padding_value is a str, but a number is required"),
    (lambda: fill(value=1.5), "FILL_VALUE_CONSTANT: value is a float, but an integer for INT8 is required"),
    (lambda: fill(output_dtype="object"),
     f"FILL_VALUE_CONSTANT: output_dtype has the dtype object, {DTYPE}"),
    (lambda: weft.join([x, None], axis=0), f"JOIN: inputs[1] is None, {ARRAY}"),
    (lambda: weft.join([x, [1]], axis=0), f"JOIN: inputs[1] is a list, {ARRAY}"),
    (lambda: slice1(out="abc"), f"SLICE1: out is a str, {ARRAY}"),
    (lambda: weft.top_k(x, axis=1, k=2, out=zeros(3, 2)),
     "TOP_K: out is a numpy.ndarray, but a tuple of 2 arrays is required"),
    (lambda: weft.slice1(x, **WINDOW, axis=1),
     "slice1() got an unexpected keyword argument 'axis'"),
    (lambda: weft.slice1(x, input_window_offsets=[0, 0], input_window_sizes=[3, 4]),
     "slice1() missing 1 required keyword-only argument: 'input_window_strides'"),
    (lambda: weft.slice1(**WINDOW), "slice1() missing 1 required positional argument: 'input'"),
    (lambda: weft.run("TILE", {"Repeats": [1, 1]}, x),
     "TILE: inputs is a numpy.ndarray, but a sequence or a dict of arrays is required"),
]


@pytest.mark.parametrize("call, message", ERRORS, ids=[message[:60] for _, message in ERRORS])
def test_error(call, message):
    with pytest.raises(weft.Error) as error:
        call()
    assert str(error.value) == message
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize("call, message", TYPE_ERRORS, ids=[row[1][:60] for row in TYPE_ERRORS])
def test_type_error(call, message):
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value) == message


def test_what_is_not_supported_says_so():
    with pytest.raises(weft.NotSupported) as error:
        weft.roi_align(zeros(1, 1, 4, 4), zeros(1, 4), np.zeros(1, np.uint32),
                       reduction_function="AVERAGE", interpolation_mode="LINEAR",
                       spatial_scale_x=1, spatial_scale_y=1, out_of_bounds_input_value=0,
                       minimum_samples_per_output=65537, maximum_samples_per_output=65537,
                       output_sizes=[1, 1, 2, 2])
    assert str(error.value) == ("ROI_ALIGN: MinimumSamplesPerOutput is 65537, but more than 65536 "
                                "are not supported")
    assert isinstance(error.value, weft.Error)


def test_memory_that_is_not_there():
    program = (
        "import resource, weft\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "try:\n"
        "    weft.fill_value_constant(value=1, output_sizes=[2**32 - 1], output_dtype='int64')\n"
        "except MemoryError:\n"
        "    print('refused')\n")
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (finished.stdout, finished.stderr) == ("refused\n", "")


def test_a_failed_call_writes_nothing():
    out = np.full((3, 5), 7, np.float32)
    with pytest.raises(weft.Error):
        slice1(out=out)
    assert (out == 7).all()


def test_in_place_where_it_is_allowed():
    array = np.arange(16, dtype=np.float32).reshape(4, 4)
    assert weft.element_wise_identity(array, scale_bias=(2, 1), out=array) is array
    assert np.array_equal(array.ravel(), np.arange(16) * 2 + 1)
    weft.element_wise_identity(array, out=array.T)  # the same memory in another order
    assert np.array_equal(array.T.ravel(), np.arange(16) * 2 + 1)


def test_bool_counts_as_uint8():
    result = slice1(np.eye(3, 4, dtype=bool))
    assert result.dtype == np.uint8 and np.array_equal(result, np.eye(3, 4))


def test_empty_and_scalars_by_request():
    empty = weft.cast(zeros(0, 3), output_dtype="int8", allow_empty=True)
    assert empty.shape == (0, 3) and empty.dtype == np.int8
    scalar = weft.cast(np.array(3.5, np.float32), output_dtype="int8", allow_empty=True)
    assert scalar.shape == () and scalar == 3
