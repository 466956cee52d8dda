# SPDX-License-Identifier: MIT
# PyTorch's answers for products, convolutions, pooling, normalizations, resampling, recurrences and
# attention. Gradients come from its autograd. What it has not, such as padding that differs at both
# ends, is built from what it has: padded or cut by F.pad, axis by axis, elements as channels.
import math

import hypothesis
import numpy as np
import pytest
import torch
import torch.nn.functional as F

from against_torch import compare, gradient, widths

# Products.


def gemm(a, b, c=None, *, trans_a, trans_b, alpha, beta):
    a, b = (x.mT if form == "TRANSPOSE" else x for x, form in ((a, trans_a), (b, trans_b)))
    return alpha * torch.matmul(a, b) + (0 if c is None else beta * c)


def real(x, zero=None, scale=1):
    """The numbers that codes stand for; exact in float64."""
    return (x.double() - (0 if zero is None else zero)) * scale


def codes(numbers, scale, zero, dtype):
    limits = np.iinfo(dtype)
    return (torch.round(numbers / scale) + (0 if zero is None else zero)).clamp(limits.min, limits.max)


def integer_product(a, a_zero, b, b_zero):
    return real(a, a_zero) @ real(b, b_zero)


def quantized_product(a, a_scale, a_zero, b, b_scale, b_zero, scale, zero, *, output_dtype):
    return codes(real(a, a_zero, a_scale) @ real(b, b_zero, b_scale), scale, zero, output_dtype)


def product_to_float(a, a_scale, a_zero, b, b_scale, b_zero, bias, *, output_dtype):
    return real(a, a_zero, a_scale) @ real(b, b_zero, b_scale) + (0 if bias is None else bias)


# Convolutions.

FORWARD = {3: F.conv1d, 4: F.conv2d, 5: F.conv3d}
BACKWARD = {3: F.conv_transpose1d, 4: F.conv_transpose2d, 5: F.conv_transpose3d}


def convolution(x, filter, bias=None, *, strides, dilations, start_padding, end_padding,
                group_count, mode="CROSS_CORRELATION", direction="FORWARD", output_padding=None):
    if mode == "CONVOLUTION":
        filter = filter.flip(tuple(range(2, filter.ndim)))
    extra = output_padding or [0] * len(strides)
    if direction == "FORWARD":
        y = FORWARD[x.ndim](F.pad(x, widths(start_padding, end_padding)), filter, stride=strides,
                            dilation=dilations, groups=group_count)
        y = F.pad(y, widths([0] * len(strides), extra))
    else:
        y = BACKWARD[x.ndim](x, filter, stride=strides, dilation=dilations, groups=group_count)
        cut = lambda counts: [-count for count in counts]
        y = F.pad(y, widths(cut(start_padding), np.subtract(extra, end_padding).tolist()))
    return y if bias is None else y + bias


def each_filter(parameter):
    """One for all filters or one for each: along the filters' first dimension."""
    return parameter.reshape(-1, *(1,) * (parameter.ndim - 1))


def convolution_integer(x, x_zero, filter, filter_zero, **fields):
    filter_zero = None if filter_zero is None else each_filter(filter_zero)
    return convolution(real(x, x_zero), real(filter, filter_zero), **fields)


def quantized_convolution(x, x_scale, x_zero, filter, filter_scale, filter_zero, bias, scale, zero,
                          **fields):
    sums = convolution_integer(x, x_zero, filter, filter_zero, **fields)
    numbers = (sums if bias is None else sums + bias) * x_scale * filter_scale
    dtype = str((x if zero is None else zero).dtype).removeprefix("torch.")
    return codes(numbers, scale, zero, dtype)


# Pooling.

AVERAGE = {3: F.avg_pool1d, 4: F.avg_pool2d, 5: F.avg_pool3d}
MAXIMUM = {3: F.max_pool1d, 4: F.max_pool2d, 5: F.max_pool3d}


def window_sums(x, *, window_size, strides, start_padding, end_padding, dilations=None):
    x = F.pad(x, widths(start_padding, end_padding))
    if not dilations or max(dilations) == 1:
        return AVERAGE[x.ndim](x, window_size, strides) * math.prod(window_size)
    # A mean with dilations is a convolution with ones, each channel by itself.
    ones = torch.ones(x.shape[1], 1, *window_size, dtype=x.dtype)
    return FORWARD[x.ndim](x, ones, stride=strides, dilation=dilations, groups=x.shape[1])


def average_pooling(x, *, include_padding, **fields):
    there = window_sums(torch.ones_like(x), **fields)
    return window_sums(x, **fields) / (math.prod(fields["window_size"]) if include_padding
                                       else there.clamp(min=1))


def quantized_average_pooling(x, scale, zero, output_scale, output_zero, **fields):
    of_each = lambda y: None if y is None else y.reshape(1, -1, *(1,) * (x.ndim - 2))
    numbers = average_pooling(real(x, of_each(zero), of_each(scale)), **fields)
    dtype = str((x if output_zero is None else output_zero).dtype).removeprefix("torch.")
    return codes(numbers, of_each(output_scale), of_each(output_zero), dtype)


def lp_pooling(x, *, p, **fields):
    return window_sums(x.abs() ** p, **fields) ** (1 / p)


def max_pooling(x, *, window_size, strides, start_padding, end_padding, dilations=1):
    """The maxima, and where they lie in each padded image."""
    padded = F.pad(x.double(), widths(start_padding, end_padding), value=-math.inf)
    return MAXIMUM[x.ndim](padded, window_size, strides, 0, dilations, return_indices=True)


def max_values(x, **fields):
    values, _ = max_pooling(x, **fields)
    return values if x.is_floating_point() else values.clamp(min=torch.iinfo(x.dtype).min)


def max_and_places(x, **fields):
    _, places = max_pooling(x, **fields)
    sizes, start = x.shape[2:], fields["start_padding"]
    padded = np.add(sizes, np.add(start, fields["end_padding"]))
    at = [along - before for along, before in zip(np.unravel_index(places, padded), start)]
    inside = np.all([(0 <= along) & (along < size) for along, size in zip(at, sizes)], 0)
    in_image = np.ravel_multi_index(at, sizes, mode="clip")
    image = np.arange(x.shape[0] * x.shape[1]).reshape(*x.shape[:2], *(1,) * len(sizes))
    whole = np.where(inside, image * math.prod(sizes) + in_image, 2**32 - 1)
    return max_values(x, **fields), torch.from_numpy(whole)


def max_unpooling(x, places, *, output_sizes):
    """All in one image; PyTorch wants places inside, so two more take what is outside. F.'s function
    wants windows, which there are none here."""
    hypothesis.assume(x.dtype in (torch.float32, torch.float64))
    count = math.prod(output_sizes)
    one_row = lambda y: y.reshape(1, 1, 1, -1)
    whole = torch.ops.aten.max_unpool2d(one_row(x), one_row(places), (1, count + 2))
    return whole.reshape(-1)[:count].reshape(output_sizes)


def average_pooling_grad(g, *, output_sizes, **fields):
    return gradient(lambda x: average_pooling(x, **fields),
                    [torch.zeros(output_sizes, dtype=g.dtype)], g)


def max_pooling_grad(x, g, **fields):
    return gradient(lambda x: max_values(x, **fields), [x], g)


# Normalizations.


def batch_normalization(x, mean, variance, scale, bias, *, epsilon, spatial=None):
    """Every element is a channel of its own. The gradient is wrong for parameters of stride 0."""
    channels = [y.expand(x.shape).reshape(-1).contiguous() for y in (mean, variance, scale, bias)]
    return F.batch_norm(x.reshape(1, -1), *channels, eps=epsilon).reshape(x.shape)


def groups_last(x, axes):
    """Rows of what `axes` hold, and what makes x of such rows again."""
    order = [dim for dim in range(x.ndim) if dim not in axes] + list(axes)
    moved = x.permute(order)
    rows = moved.reshape(-1, math.prod(x.shape[dim] for dim in axes))
    return rows, lambda rows: rows.reshape(moved.shape).permute(np.argsort(order).tolist())


def training(x, scale, bias, add=None, *, epsilon):
    axes = [dim for dim, size in enumerate(scale.shape) if size == 1]
    rows, back = groups_last(x, axes)
    # Not F.batch_norm, which wants at least two elements.
    y, *_ = torch.native_batch_norm(rows.mT, scale.reshape(-1), bias.reshape(-1), None, None, True,
                                    0.0, epsilon)
    variance, mean = torch.var_mean(rows, 1, unbiased=False)
    return (back(y.mT) + (0 if add is None else add), mean.reshape(scale.shape),
            variance.reshape(scale.shape))


def batch_grad(x, g, mean, variance, scale, *, epsilon):
    def forward(x, scale, bias):
        return batch_normalization(x, mean, variance, scale, bias, epsilon=epsilon)
    return gradient(forward, [x, scale, torch.zeros_like(scale)], g)


def training_grad(x, g, mean, variance, scale, *, epsilon):
    return gradient(lambda *inputs: training(*inputs, epsilon=epsilon)[0],
                    [x, scale, torch.zeros_like(scale)], g)


def with_its_own_moments(case, source):
    """Autograd knows no mean and variance but those of x; as float16 they would be others."""
    x, g, _, _, scale = case.inputs
    hypothesis.assume(x.dtype == np.float32)
    axes = tuple(dim for dim, size in enumerate(scale.shape) if size == 1)
    wide = x.astype(np.float64)
    case.inputs = [x, g, wide.mean(axes, keepdims=True).astype(x.dtype),
                   wide.var(axes, keepdims=True).astype(x.dtype), scale]
    return case


def mean_variance(x, scale, bias, *, axes, epsilon, use_mean=True, use_variance):
    rows, back = groups_last(x, axes)
    if use_mean and use_variance:
        rows = F.layer_norm(rows, rows.shape[1:], eps=epsilon)
    elif use_mean:
        rows = rows - rows.mean(1, keepdim=True)
    elif use_variance:
        rows = rows * torch.rsqrt(rows.square().mean(1, keepdim=True) + epsilon)
    return back(rows) * (1 if scale is None else scale) + (0 if bias is None else bias)


def mean_variance0(x, scale, bias, *, cross_channel, normalize_variance, epsilon):
    return mean_variance(x, scale, bias, axes=[1, 2, 3] if cross_channel else [2, 3],
                         use_variance=normalize_variance, epsilon=epsilon)


def mean_variance1(x, scale, bias, *, axes, normalize_variance, epsilon):
    return mean_variance(x, scale, bias, axes=axes, use_variance=normalize_variance,
                         epsilon=epsilon)


def local_response(x, *, cross_channel, local_size, alpha, beta, bias):
    if cross_channel:
        # An even window has its longer half on PyTorch's other side.
        return F.local_response_norm(x.flip(1), local_size, alpha, beta, bias).flip(1)
    before, after = (local_size - 1) // 2, local_size // 2
    means = F.avg_pool2d(F.pad(x * x, [before, after, before, after]), local_size, 1) * local_size
    return x / (bias + alpha * means) ** beta


def local_response_grad(x, g, **fields):
    return gradient(lambda x: local_response(x, **fields), [x], g)


def adam(x, m, v, g, step, *, learning_rate, beta1, beta2, epsilon):
    t = step.item()
    # PyTorch divides by the root of the corrected moment, DirectML corrects the rate.
    epsilon /= math.sqrt(1 - beta2**t)
    x, m, v = (y.clone() for y in (x, m, v))
    x.grad = g
    optimizer = torch.optim.Adam([x], learning_rate, (beta1, beta2), epsilon)
    optimizer.state[x] = {"step": torch.tensor(t - 1.0), "exp_avg": m, "exp_avg_sq": v}
    optimizer.step()
    return x, m, v


# Resampling.


def resample(x, *, scales, interpolation_mode, rounding_direction=None, antialiased=False,
             **offsets):
    y = x.double()
    mode = "nearest" if rounding_direction else "nearest-exact"
    for axis, scale in enumerate(scales):
        image = y.movedim(axis, -1)
        lines = image.reshape(1, 1, -1, image.shape[-1])
        if interpolation_mode == "LINEAR":
            lines = F.interpolate(lines, scale_factor=(1.0, scale), mode="bilinear",
                                  align_corners=False, antialias=antialiased)
        else:
            lines = F.interpolate(lines, scale_factor=(1.0, scale), mode=mode)
        y = lines.reshape(*image.shape[:-1], -1).movedim(-1, axis)
    return y if x.is_floating_point() else codes(y, 1, None, str(x.dtype).removeprefix("torch."))


def resample_grad(g, *, output_sizes, **fields):
    return gradient(lambda x: resample(x, **fields), [torch.zeros(output_sizes, dtype=g.dtype)], g)


def with_pixels_of_torch(case, source):
    """Centres half a pixel inside; for the nearest below, corners."""
    nearest_below = (case.fields["interpolation_mode"] == "NEAREST_NEIGHBOR"
                     and "rounding_direction" in case.fields)
    offset = 0.0 if nearest_below else 0.5
    for field, value in (("input_pixel_offsets", offset), ("output_pixel_offsets", -offset)):
        if field in case.fields:
            case.fields[field] = [value] * len(case.fields["scales"])
    if nearest_below:
        case.fields["rounding_direction"] = "DECREASING"
    return case


# Recurrences.


def recurrent(module, order):
    """`order`: where PyTorch's gates are among DirectML's."""
    def gates(weights):
        parts = weights.chunk(len(order))
        return torch.cat([parts[gate] for gate in order])

    def answer(x, w, r, b=None, hidden=None, *others, direction, activation_descs, **fields):
        is_lstm = module is torch.nn.LSTM
        cell, lengths = (others[0], others[1]) if is_lstm else (None, others[0])
        x, w, r, batch, size = x[0], w[0], r[0], x.shape[2], r.shape[3]
        b = x.new_zeros(1, 1, len(w), 2 * w.shape[1]) if b is None else b
        # The second direction of two is the one backward alone.
        twice = (lambda y: torch.cat([y, y])) if direction == "BACKWARD" else (lambda y: y)
        w, r, b = twice(w), twice(r), twice(b[0, 0])
        states = [twice(x.new_zeros(len(w), batch, size)[:1 if direction == "BACKWARD" else None]
                        if state is None else state[0])
                  for state in ((hidden, cell) if is_lstm else (hidden,))]
        options = {}
        if module is torch.nn.RNN:
            options["nonlinearity"] = activation_descs[0][0].removeprefix("ACTIVATION_").lower()
        net = module(x.shape[2], size, bidirectional=len(w) == 2, dtype=x.dtype, **options)
        parameters = []
        for w_of, r_of, b_of in zip(w, r, b):
            parameters += [gates(w_of), gates(r_of), *map(gates, b_of.chunk(2))]
        with torch.no_grad():
            for parameter, value in zip(net.parameters(), parameters):
                parameter.copy_(value)
            counts = (torch.full((batch,), len(x)) if lengths is None else lengths.reshape(-1))
            packed = torch.nn.utils.rnn.pack_padded_sequence(x, counts, enforce_sorted=False)
            packed, last = net(packed, tuple(states) if is_lstm else states[0])
        sequence, _ = torch.nn.utils.rnn.pad_packed_sequence(packed, total_length=len(x))
        sequence = sequence.reshape(len(x), batch, len(w), size).movedim(2, 1)
        only = slice(1, 2) if direction == "BACKWARD" else slice(None)
        return (sequence[:, only], *(y[None, only] for y in (last if is_lstm else (last,))))
    return answer


def with_cells_of_torch(case, source):
    """Its activations, no clipping, coupling or peepholes, and a step in every sequence."""
    steps, fields = case.inputs[0].shape[1], case.fields
    kinds = {"RNN": source.one_of([["TANH"], ["RELU"]]), "GRU": ["SIGMOID", "TANH"],
             "LSTM": ["SIGMOID", "TANH", "TANH"]}[source.name]
    directions = 2 if fields["direction"] == "BIDIRECTIONAL" else 1
    fields["activation_descs"] = [(f"ACTIVATION_{kind}", {}) for kind in kinds * directions]
    at = 6 if source.name == "LSTM" else 5
    if case.inputs[at] is not None:
        case.inputs[at] = np.clip(case.inputs[at], 1, steps)
    if source.name == "GRU":
        fields["linear_before_reset"] = True
    if source.name == "LSTM":
        case.inputs[7] = None
        fields.update(use_clip_threshold=False, couple_input_forget=False)
    return case


# Attention.


def scaled_dot_product(*inputs):
    """Has no underscore in newer versions, which give no weights either."""
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(*inputs)
    return F._scaled_dot_product_attention(*inputs)[0]


def attention(query, key, value, stacked_qk, stacked_kv, stacked_qkv, bias, mask, relative, *past,
              scale, mask_filter_value, mask_type, head_count=None, query_head_count=None,
              key_value_head_count=None):
    query_heads, heads = query_head_count or head_count, key_value_head_count or head_count
    split = lambda x, count: x.unflatten(2, (count, -1)).transpose(1, 2)
    q, k, v = split(query, query_heads), split(key, heads), split(value, heads)
    repeated = [x.repeat_interleave(query_heads // heads, 1) for x in (k, v)]
    added = q.new_zeros(q.shape[:3] + k.shape[2:3])
    if mask is not None:
        added = added.masked_fill(mask == 0, mask_filter_value)
    if relative is not None:
        added = added + relative
    # PyTorch divides by the root of the size by itself.
    y = scaled_dot_product(q * (scale * math.sqrt(q.shape[-1])), *repeated, added)
    return y.transpose(1, 2).flatten(2), k, v


ANSWERS = {
    "GEMM": gemm, "MATRIX_MULTIPLY_INTEGER": integer_product,
    "QUANTIZED_LINEAR_MATRIX_MULTIPLY": quantized_product,
    "MATRIX_MULTIPLY_INTEGER_TO_FLOAT": product_to_float,
    "CONVOLUTION": convolution, "CONVOLUTION_INTEGER": convolution_integer,
    "QUANTIZED_LINEAR_CONVOLUTION": quantized_convolution,
    "AVERAGE_POOLING": average_pooling, "AVERAGE_POOLING1": average_pooling,
    "QUANTIZED_LINEAR_AVERAGE_POOLING": quantized_average_pooling,
    "LP_POOLING": lp_pooling, "LP_POOLING1": lp_pooling, "MAX_POOLING": max_values,
    "MAX_POOLING1": max_and_places, "MAX_POOLING2": max_and_places, "MAX_UNPOOLING": max_unpooling,
    "AVERAGE_POOLING_GRAD": average_pooling_grad, "MAX_POOLING_GRAD": max_pooling_grad,
    "BATCH_NORMALIZATION": batch_normalization, "BATCH_NORMALIZATION_TRAINING": training,
    "BATCH_NORMALIZATION_GRAD": batch_grad, "BATCH_NORMALIZATION_TRAINING_GRAD": training_grad,
    "MEAN_VARIANCE_NORMALIZATION": mean_variance0, "MEAN_VARIANCE_NORMALIZATION1": mean_variance1,
    "MEAN_VARIANCE_NORMALIZATION2": mean_variance,
    "LOCAL_RESPONSE_NORMALIZATION": local_response,
    "LOCAL_RESPONSE_NORMALIZATION_GRAD": local_response_grad,
    "LP_NORMALIZATION": lambda x, *, axis, epsilon, p: F.normalize(x, p, axis, epsilon),
    "ADAM_OPTIMIZER": adam,
    "RESAMPLE": resample, "RESAMPLE1": resample, "RESAMPLE2": resample, "RESAMPLE3": resample,
    "RESAMPLE_GRAD": resample_grad, "RESAMPLE_GRAD1": resample_grad,
    "RNN": recurrent(torch.nn.RNN, [0]), "GRU": recurrent(torch.nn.GRU, [1, 0, 2]),
    "LSTM": recurrent(torch.nn.LSTM, [0, 2, 3, 1]),
    "MULTIHEAD_ATTENTION": attention, "MULTIHEAD_ATTENTION1": attention,
}
ADAPT = {
    "BATCH_NORMALIZATION_TRAINING_GRAD": with_its_own_moments,
    **{name: with_pixels_of_torch for name in ANSWERS if name.startswith("RESAMPLE")},
    **dict.fromkeys(["RNN", "GRU", "LSTM"], with_cells_of_torch),
}
COUNTS = {"MAX_UNPOOLING": [1], "ADAM_OPTIMIZER": [4], "RNN": [5], "GRU": [5], "LSTM": [6]}


@pytest.mark.parametrize("name", ANSWERS)
def test_against_torch(name):
    compare(name, ANSWERS[name], ADAPT.get(name), COUNTS.get(name, ()))


# Slopes of at most 1: they make no error larger.
FUSED = [
    ("ACTIVATION_RELU", {}, torch.relu), ("ACTIVATION_TANH", {}, torch.tanh),
    ("ACTIVATION_SIGMOID", {}, torch.sigmoid),
    ("ACTIVATION_SOFTPLUS", {"steepness": 1}, F.softplus),
    ("ACTIVATION_LEAKY_RELU", {"alpha": 0.25}, lambda x: F.leaky_relu(x, 0.25)),
]


@pytest.mark.parametrize("name", ["GEMM", "CONVOLUTION", "BATCH_NORMALIZATION",
                                  "BATCH_NORMALIZATION_TRAINING", "MEAN_VARIANCE_NORMALIZATION",
                                  "MEAN_VARIANCE_NORMALIZATION1", "MEAN_VARIANCE_NORMALIZATION2"])
def test_fused_activations_against_torch(name):
    compare(name, ANSWERS[name], fused=FUSED)
