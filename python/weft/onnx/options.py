# SPDX-License-Identifier: MIT
"""The options of ONNX Runtime's sessions, and what each of them means here."""

import enum
from typing import Dict, List

from weft._native import NotSupported


class GraphOptimizationLevel(enum.IntEnum):
    """ORT_DISABLE_ALL: operator by operator, nothing fused. All others: everything."""
    ORT_DISABLE_ALL = 0
    ORT_ENABLE_BASIC = 1
    ORT_ENABLE_EXTENDED = 2
    ORT_ENABLE_ALL = 99


class ExecutionMode(enum.IntEnum):
    """Steps run one after the other; each uses all threads."""
    ORT_SEQUENTIAL = 0
    ORT_PARALLEL = 1


class SessionOptions:
    """intra_op_num_threads: above 0, it becomes the thread count of the whole process, as
    weft.set_thread_count makes it, because all sessions share Weft's threads. 0 changes nothing.

    graph_optimization_level: see GraphOptimizationLevel.

    enable_profiling: every run is followed by one that is timed step by step;
    InferenceSession.end_profiling writes the times to <profile_file_prefix>_<time>.json, which
    chrome://tracing shows.

    Accepted, and without a meaning here: inter_op_num_threads and execution_mode (steps run one
    after the other), enable_cpu_mem_arena, enable_mem_pattern and enable_mem_reuse (memory is
    planned for each shape), use_deterministic_compute (the same bits come out always), logid,
    log_severity_level and log_verbosity_level (nothing is logged), add_session_config_entry."""

    __slots__ = ("intra_op_num_threads", "inter_op_num_threads", "graph_optimization_level",
                 "execution_mode", "enable_profiling", "profile_file_prefix",
                 "enable_cpu_mem_arena", "enable_mem_pattern", "enable_mem_reuse",
                 "use_deterministic_compute", "logid", "log_severity_level", "log_verbosity_level", "_entries")

    def __init__(self) -> None:
        self.intra_op_num_threads = 0
        self.inter_op_num_threads = 0
        self.graph_optimization_level = GraphOptimizationLevel.ORT_ENABLE_ALL
        self.execution_mode = ExecutionMode.ORT_SEQUENTIAL
        self.enable_profiling = False
        self.profile_file_prefix = "onnxruntime_profile_"
        self.enable_cpu_mem_arena = True
        self.enable_mem_pattern = True
        self.enable_mem_reuse = True
        self.use_deterministic_compute = True
        self.logid = ""
        self.log_severity_level = -1
        self.log_verbosity_level = 0
        self._entries: Dict[str, str] = {}

    def add_session_config_entry(self, key: str, value: str) -> None:
        self._entries[key] = value

    def get_session_config_entry(self, key: str) -> str:
        return self._entries[key]

    def register_custom_ops_library(self, path: str) -> None:
        raise NotSupported(f"register_custom_ops_library: the operators of '{path}' are for ONNX "
                           "Runtime, which is not here")


class RunOptions:
    """Accepted, and without a meaning here."""

    __slots__ = ("log_severity_level", "log_verbosity_level", "logid",
                 "only_execute_path_to_fetches")

    def __init__(self) -> None:
        self.log_severity_level = -1
        self.log_verbosity_level = 0
        self.logid = ""
        self.only_execute_path_to_fetches = False


def get_available_providers() -> List[str]:
    return ["CPUExecutionProvider"]


def get_device() -> str:
    return "CPU"


def set_default_logger_severity(severity: int) -> None:
    """Nothing is logged, whatever the severity."""
