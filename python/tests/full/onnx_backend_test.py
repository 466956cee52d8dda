# SPDX-License-Identifier: MIT
# ONNX's own tests of backends (onnx.backend.test.BackendTest) through weft.onnx.backend. Those in
# tests/onnx/not_passing.txt have to fail, for the reason that stands there; all others have to pass,
# and none is skipped but those of models that ONNX would download.
import pathlib
import unittest

import numpy as np
import onnx.backend.test

import weft.onnx.backend

ROOT = pathlib.Path(__file__).resolve().parents[3]
LISTED = dict(line.split(": ", 1)
              for line in (ROOT / "tests/onnx/not_passing.txt").read_text().splitlines()
              if not line.startswith("#"))


class Backend(weft.onnx.backend.WeftBackend):
    @classmethod
    def is_compatible(cls, model, device="CPU", **kwargs):
        """Whatever it is, so that no test is skipped for what is not supported."""
        return True


class BackendTests(onnx.backend.test.BackendTest):
    @classmethod
    def assert_similar_outputs(cls, ref_outputs, outputs, rtol, atol):
        """Shapes, too, and tensors of rank 0 in sequences, which ONNX's own does not take."""
        assert len(outputs) == len(ref_outputs)
        for got, want in zip(outputs, ref_outputs):
            if isinstance(want, list):
                assert isinstance(got, list)
                cls.assert_similar_outputs(want, got, rtol, atol)
            elif want is None:
                assert got is None
            else:
                assert (got.shape, got.dtype) == (want.shape, want.dtype)
                if want.dtype == object:
                    np.testing.assert_array_equal(got, want)
                else:
                    np.testing.assert_allclose(got, want, rtol, atol)


def check(name, function):
    """The test, or one that it fails as listed."""
    listed = LISTED.get(name)
    if listed is None:
        return function

    def fails(self):
        # A wrong number is reported by NumPy here, in other words than in the list.
        is_wrong = listed.startswith("output ")
        with self.assertRaises(AssertionError if is_wrong else weft.Error) as caught:
            function(self)
        if not is_wrong:
            self.assertEqual(str(caught.exception), listed)

    return fails


def cases():
    """A class for each category, with the tests for the processor; names as in the list."""
    found = BackendTests(Backend, __name__).test_cases
    for category, case in found.items():
        tests = {name.removesuffix("_cpu"): test for name, test in vars(case).items()
                 if name.startswith("test_") and name.endswith("_cpu")}
        yield category, tests


CASES = dict(cases())
DOWNLOADED = CASES.pop("OnnxBackendRealModelTest")
for category, tests in CASES.items():
    globals()[category] = type(category, (unittest.TestCase,),
                               {name: check(name, test) for name, test in tests.items()})


def test_all_are_there():
    names = {name for tests in CASES.values() for name in tests}
    assert set(LISTED) <= names
    data = pathlib.Path(onnx.backend.test.__file__).parent / "data"
    folders = {folder.name for kind in data.iterdir() if kind.name != "real"
               for folder in kind.iterdir()}
    assert names == folders
    assert {folder.name for folder in (data / "real").iterdir()} == set(DOWNLOADED)
