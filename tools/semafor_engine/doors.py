"""Entry points of the library: plain C functions around compiled ones.

A record is a pointer, an array is a pointer and its sizes, and a named tuple is passed field by field.
Python's entry points get the place where an object keeps its pointer instead of the pointer itself:
reading it in Python would take as long as the call.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numba
from llvmlite import ir

from semafor_engine.exports import Export
from semafor_engine.kinds import ArrayOf, Fields, Kind, Number, Record

arrayobj: Any = import_module("numba.np.arrayobj")  # without types, as the next two
cgutils: Any = import_module("numba.core.cgutils")
types: Any = import_module("numba.types")
POINTER = ir.IntType(8).as_pointer()


def numba_type(kind: Kind) -> Any:
    """Return Numba's type of an argument."""
    match kind:
        case Number(name):
            return getattr(types, "boolean" if name == "bool" else name)
        case Record(dtype):
            return numba.from_dtype(dtype)
        case ArrayOf(dtype, axes):
            return types.Array(numba.from_dtype(dtype), axes, "C")
        case Fields(tuple_class, inner):
            return types.BaseTuple.from_types([numba_type(one) for one in inner], tuple_class)


def parts_of(context: Any, kind: Any) -> list[Any]:
    """Return the C arguments of one argument."""
    if isinstance(kind, types.Record):
        return [POINTER]
    if isinstance(kind, types.Array):
        return [POINTER] + [size_type(context)] * kind.ndim
    if isinstance(kind, types.BaseNamedTuple):
        return [part for one in kind.types for part in parts_of(context, one)]
    return [plain_type(context, kind)]


def size_type(context: Any) -> Any:
    """Return the type of an array's size: as wide as a pointer."""
    return ir.IntType(8 * context.get_abi_sizeof(POINTER))


def plain_type(context: Any, kind: Any) -> Any:
    """Return the C type of a number: signed integers are 64 bits wide."""
    if isinstance(kind, types.Boolean):
        return ir.IntType(8)
    if isinstance(kind, types.Integer):
        return ir.IntType(64)
    return ir.VoidType() if kind == types.none else context.get_value_type(kind)


def returned_name(kind: Any) -> str:
    """Return the name of what an entry point returns."""
    if isinstance(kind, types.Integer):
        return "int64" if kind.signed else "uint64"
    return "bool" if isinstance(kind, types.Boolean) else str(kind)


class Values:
    """Turns C arguments into the values that compiled functions take."""

    def __init__(self, context: Any, builder: Any, given: Iterator[Any]) -> None:
        self._context, self._builder, self._given = context, builder, given

    def value(self, kind: Any) -> Any:
        """Return the value of the next argument."""
        if isinstance(kind, types.Record):
            return self._builder.bitcast(next(self._given), self._context.get_value_type(kind))
        if isinstance(kind, types.Array):
            return self._array(kind)
        if isinstance(kind, types.BaseNamedTuple):
            return self._context.make_tuple(self._builder, kind, [self.value(one) for one in kind.types])
        return self._number(kind, next(self._given))

    def _number(self, kind: Any, value: Any) -> Any:
        wanted = self._context.get_value_type(kind)
        if isinstance(kind, types.Boolean):
            return self._builder.icmp_unsigned("!=", value, ir.Constant(value.type, 0))
        is_narrower = isinstance(wanted, ir.IntType) and wanted.width < value.type.width
        return self._builder.trunc(value, wanted) if is_narrower else value

    def _array(self, kind: Any) -> Any:
        builder, context = self._builder, self._context
        array = context.make_array(kind)(context, builder)
        intp = context.get_value_type(types.intp)
        data = builder.bitcast(next(self._given), array.data.type)
        sizes = [self._wide(next(self._given), intp) for _axis in range(kind.ndim)]
        item = intp(arrayobj.get_itemsize(context, kind))
        steps = [item]
        for size in reversed(sizes[1:]):
            steps.insert(0, builder.mul(steps[0], size))
        shape, strides = cgutils.pack_array(builder, sizes), cgutils.pack_array(builder, steps)
        arrayobj.populate_array(array, data=data, shape=shape, strides=strides, itemsize=item, meminfo=None)
        return array._getvalue()

    def _wide(self, size: Any, intp: Any) -> Any:
        return size if size.type == intp else self._builder.zext(size, intp)


def make_doors(context: Any, export: Export, fndesc: Any) -> ir.Module:
    """Return a module with the C and the Python entry point of an export."""
    module = context.create_module(f"door.{export.name}")
    door = make_door(context, module, export.name, fndesc)
    if size_type(context).width == 64:
        make_python_door(context, module, export.python_name, door, fndesc)
    return module


def make_door(context: Any, module: ir.Module, name: str, fndesc: Any) -> ir.Function:
    """Add the C entry point; an error, which the build rules out, would stop the program."""
    parts = [part for kind in fndesc.argtypes for part in parts_of(context, kind)]
    function_type = ir.FunctionType(plain_type(context, fndesc.restype), parts)
    door = ir.Function(module, function_type, name)
    builder = ir.IRBuilder(door.append_basic_block("entry"))
    called = context.call_conv.get_function_type(fndesc.restype, fndesc.argtypes)
    callee = ir.Function(module, called, fndesc.llvm_func_name)
    values = Values(context, builder, iter(door.args))
    arguments = [values.value(kind) for kind in fndesc.argtypes]
    status, out = context.call_conv.call_function(builder, callee, fndesc.restype, fndesc.argtypes, arguments)
    with builder.if_then(status.is_error, likely=False):
        trap = module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ()))
        builder.call(trap, ())
    give_back(builder, fndesc.restype, out, function_type.return_type)
    return door


def give_back(builder: Any, kind: Any, out: Any, wanted: Any) -> None:
    """Return the result as its C type."""
    if kind == types.none:
        builder.ret_void()
    elif isinstance(wanted, ir.IntType) and out.type.width < wanted.width:
        extend = builder.sext if getattr(kind, "signed", False) else builder.zext
        builder.ret(extend(out, wanted))
    else:
        builder.ret(out)


def make_python_door(context: Any, module: ir.Module, name: str, door: ir.Function, fndesc: Any) -> None:
    """Add the entry point for Python, which reads the pointers of records and arrays itself."""
    parts = [part for kind in fndesc.argtypes for part in parts_of(context, kind)]
    indirect = [part.as_pointer() if part == POINTER else part for part in parts]
    function = ir.Function(module, ir.FunctionType(door.function_type.return_type, indirect), name)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    pairs = zip(function.args, parts, strict=True)
    direct = [builder.load(arg) if part == POINTER else arg for arg, part in pairs]
    out = builder.call(door, direct)
    builder.ret_void() if fndesc.restype == types.none else builder.ret(out)
