"""Arrays on the device for other libraries, without a copy, by either of two protocols.

PyTorch and CuPy read `__cuda_array_interface__`; DLPack (`__dlpack__`) is for JAX and others.
"""

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

CUDA_DEVICE = 2
"""DLPack's number for memory of a CUDA device."""
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
"""DLPack's numbers for kinds of values, by NumPy's letters."""
NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    """DLTensor: where the values are, and their layout."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    """DLManagedTensor: the same with a callback for its release."""


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_lent: dict[int, tuple[Any, ...]] = {}
"""What consumers still use, by address: the array, its shape and the record itself."""


def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


_DELETER = _Deleter(_give_back)


def _capsule(array: Any) -> Any:
    """Return a DLPack capsule of a contiguous device array."""
    dtype, shape = np.dtype(array.dtype), (ctypes.c_int64 * array.ndim)(*array.shape)
    managed = _Managed()
    managed.tensor = _Tensor(
        data=array.__cuda_array_interface__["data"][0],
        device_type=CUDA_DEVICE,
        device_id=0,
        ndim=array.ndim,
        code=CODES[dtype.kind],
        bits=8 * dtype.itemsize,
        lanes=1,
        shape=shape,
        strides=None,  # in C's layout
        byte_offset=0,
    )
    managed.deleter = _DELETER
    _lent[ctypes.addressof(managed)] = (array, shape, managed)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return new(ctypes.addressof(managed), NAME, None)


class SharedArray:
    """An array on the device; `numpy()` copies it to the processor."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype = np.dtype(array.dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__cuda_array_interface__)

    def __dlpack__(self, *, stream: Any = None, **_options: Any) -> Any:
        """Return a DLPack capsule; all work here is on the default stream."""
        del stream
        if self.dtype.kind not in CODES:
            raise BufferError(f"DLPack knows no records: {self.dtype}")
        return _capsule(self.array)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA_DEVICE, 0

    def numpy(self) -> NDArray[Any]:
        """Return a copy for the processor."""
        return np.asarray(self.array.copy_to_host())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("An array on the device cannot be read without a copy.")
        return self.numpy().astype(dtype or self.dtype, copy=False)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"Shared(shape={self.shape}, dtype={self.dtype}) on the device"
