"""Lowering the exported functions with Numba, for one width of pointers, in a process of its own.

Numba's processor target gets the triple and the data layout of the wanted target before anything is
compiled, so that all sizes and places in records are those of the target. Nothing is optimised or run here.
"""

from __future__ import annotations

import ctypes
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from semafor.engine import jit
from semafor_engine.doors import make_doors, numba_type, returned_name
from semafor_engine.exports import EXPORTS, Export
from semafor_engine.targets import LOWERED

cgutils: Any = import_module("numba.core.cgutils")  # without types, as the next three
codegen: Any = import_module("numba.core.codegen")
cpu: Any = import_module("numba.core.cpu")
cpu_target: Any = import_module("numba.core.registry").cpu_target
NEVER_CALLED = ctypes.cast(ctypes.pythonapi.Py_IncRef, ctypes.c_void_p).value
"""An address for Numba, which wants one for every compiled function."""


class OtherLibrary(codegen.CPUCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """Compiled code that is not loaded into this process."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_specific(self) -> None:
        pass

    def get_pointer_to_function(self, name: str) -> int | None:  # noqa: ARG002  # Numba's name
        """Return an address that nobody calls."""
        self._ensure_finalized()
        return NEVER_CALLED


def codegen_for(triple: str) -> Any:
    """Return Numba's code generator with another triple and its data layout."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine()
    layout = str(machine.target_data)

    class OtherCodegen(codegen.CPUCodegen):  # type: ignore[misc]  # Numba has no types
        """Writes modules for the triple."""

        _library_class = OtherLibrary

        def _init(self, _module: Any) -> None:
            self._tm = machine
            self._target_data = machine.target_data
            self._data_layout = layout
            self._tm_features = ""
            self._engine = None
            self._loopvect, self._opt_level = False, 0

        def _create_empty_module(self, name: str) -> ir.Module:
            module = ir.Module(cgutils.normalize_ir_text(name))
            module.triple, module.data_layout = triple, layout
            return module

        def _add_module(self, module: Any) -> None:
            pass

        def set_env(self, env_name: str, env: Any) -> None:
            pass

    return OtherCodegen


def use_triple(triple: str) -> None:
    """Let Numba compile everything in this process for another target, without entry points for Python."""
    other = codegen_for(triple)

    def init(context: Any) -> None:
        context.is32bit = False
        context._internal_codegen = other("semafor")

    cpu.CPUContext.init = init
    jit.BUILD_OPTIONS.update(no_cpython_wrapper=True, cache=False)


def lower(export: Export) -> tuple[llvm.ModuleRef, str]:
    """Return a module with the export's entry points and everything that they call, and its return type."""
    cpu_target.target_context.refresh()
    dispatcher = export.function.dispatcher
    types = tuple(map(numba_type, export.arguments))
    dispatcher.compile(types)
    result = dispatcher.overloads[types]
    doors = make_doors(cpu_target.target_context, export, result.fndesc)
    module = llvm.parse_assembly(cgutils.normalize_ir_text(str(doors)))
    module.link_in(result.library._get_module_for_linking(), preserve=True)
    return module, returned_name(result.fndesc.restype)


def lower_all(exports: tuple[Export, ...]) -> tuple[llvm.ModuleRef, dict[str, str]]:
    """Return one module of all exports, with everything else internal, and what each export returns."""
    returned = {}
    whole = llvm.parse_assembly("")
    for export in exports:
        module, returned[export.name] = lower(export)
        whole.link_in(module)
    public = {name for export in exports for name in (export.name, export.python_name)}
    for function in whole.functions:
        if not function.is_declaration and function.name not in public:
            function.linkage = "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    whole.verify()
    return whole, returned


def main() -> None:
    """Lower all exports for a width of pointers and write LLVM's bitcode."""
    width, folder = sys.argv[1], Path(sys.argv[2])
    use_triple(LOWERED[width])
    module, returned = lower_all(EXPORTS)
    (folder / f"{width}.bc").write_bytes(module.as_bitcode())
    (folder / f"returned-{width}.json").write_text(json.dumps(returned), encoding="utf-8")


if __name__ == "__main__":
    main()
