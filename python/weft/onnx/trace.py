# SPDX-License-Identifier: MIT
"""The times of runs as a file that chrome://tracing and Perfetto show."""

import json
import os
import threading
import time
from typing import Any, Dict, List, Sequence, Tuple


class Trace:
    def __init__(self) -> None:
        self._begin = time.perf_counter()
        self._events: List[Dict[str, Any]] = []

    def add(self, begin: float, end: float, steps: Sequence[Tuple[str, float]]) -> None:
        """A run, and below it the steps of one like it, one after the other."""
        self._add("Session", "model_run", begin, end - begin)
        for name, seconds in steps:
            self._add("Node", name, begin, seconds)
            begin += seconds

    def _add(self, category: str, name: str, begin: float, seconds: float) -> None:
        self._events.append({
            "cat": category, "name": name, "ph": "X", "pid": os.getpid(),
            "tid": threading.get_ident(), "ts": round((begin - self._begin) * 1e6),
            "dur": round(seconds * 1e6), "args": {}})

    def write(self, prefix: str) -> str:
        path = f"{prefix}_{time.strftime('%Y-%m-%d_%H-%M-%S')}.json"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self._events, file)
        return path
