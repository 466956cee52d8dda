# SPDX-License-Identifier: MIT
"""DirectML's enums under the names pydirectml has for them."""

from enum import IntEnum, IntFlag

from weft import _native
from weft.enums import (AxisDirection, ConvolutionDirection, ConvolutionMode,
                        DataType as TensorDataType, DepthSpaceOrder, InterpolationMode,
                        IsInfinityMode, MatrixTransform, MultiheadAttentionMaskType, PaddingMode,
                        QuantizationType, RandomGeneratorType, RecurrentNetworkDirection,
                        ReduceFunction, RoundingMode)

__all__ = ["AxisDirection", "ConvolutionDirection", "ConvolutionMode", "DepthSpaceOrder",
           "ExecutionFlags", "InterpolationMode", "IsInfinityMode", "MatrixTransform",
           "MultiheadAttentionMaskType", "OperatorType", "OutputOptions", "PaddingMode",
           "QuantizationType", "RandomGeneratorType", "RecurrentNetworkDirection",
           "ReduceFunction", "RoundingMode", "TensorDataType", "TensorFlags"]


class TensorFlags(IntFlag):
    """DML_TENSOR_FLAGS"""

    NONE = 0
    OWNED_BY_DML = 1


class ExecutionFlags(IntFlag):
    """DML_EXECUTION_FLAGS: taken and not needed here."""

    NONE = 0
    ALLOW_HALF_PRECISION_COMPUTATION = 1
    DISABLE_META_COMMANDS = 2
    DESCRIPTORS_VOLATILE = 4


class OutputOptions(IntEnum):
    """Which outputs gru has."""

    Both = 0
    Sequence = 1
    Single = 2


_types = _native.operator_types()
# SCATTER is SCATTER_ELEMENTS' first name.
OperatorType = IntEnum("OperatorType", {"INVALID": 0, **_types, "SCATTER": _types["SCATTER_ELEMENTS"]},
                       module=__name__)
OperatorType.__doc__ = "DML_OPERATOR_TYPE"

# The binding's enums put their values into the module, too, in this order: of a name that comes
# twice, the last one stays.
_EXPORTED = [TensorDataType, TensorFlags, MatrixTransform, RecurrentNetworkDirection,
             ConvolutionMode, ConvolutionDirection, InterpolationMode, PaddingMode, ExecutionFlags,
             OperatorType]
VALUES = {name: value for enum in _EXPORTED for name, value in enum.__members__.items()}
