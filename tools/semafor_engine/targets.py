"""The targets: their names, and how a lowered module becomes a library for each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

LOWERED = {"64": "x86_64-unknown-linux-gnu", "32": "wasm32-unknown-unknown"}
"""For each width of pointers, the triple that functions are lowered for."""


class Target(NamedTuple):
    """A system and processor that the engine is built for."""

    file: str
    triple: str
    cpu: str
    width: str
    zig: str
    """What the linker calls it."""
    features: str = ""

    @property
    def is_wasm(self) -> bool:
        """Whether it is WebAssembly."""
        return self.width == "32"


TARGETS = (
    Target("linux-x86_64.so", "x86_64-unknown-linux-gnu", "x86-64-v2", "64", "x86_64-linux-none"),
    Target("linux-aarch64.so", "aarch64-unknown-linux-gnu", "generic", "64", "aarch64-linux-none"),
    Target("windows-x86_64.dll", "x86_64-w64-windows-gnu", "x86-64-v2", "64", "x86_64-windows-gnu"),
    Target("macos-arm64.dylib", "arm64-apple-macosx11.0.0", "apple-m1", "64", "aarch64-macos.11.0-none"),
    Target("macos-x86_64.dylib", "x86_64-apple-macosx11.0.0", "x86-64-v2", "64", "x86_64-macos.11.0-none"),
    Target(
        "engine.wasm",
        "wasm32-unknown-unknown",
        "generic",
        "32",
        "wasm32-freestanding",
        "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    ),
)
"""x86-64-v2 is every processor since 2009; arm64 on macOS begins with the M1."""


WASM_STACK = 1 << 20
DLL_START = "define i32 @DllMainCRTStartup(ptr %library, i32 %reason, ptr %reserved) { ret i32 1 }"
"""What Windows calls when it loads a library: there is nothing to do."""


def machine_of(target: Target, triple: str) -> llvm.TargetMachine:
    """Return LLVM's description of a target's processor under a triple."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=3,
        reloc="static" if target.is_wasm else "pic",
        codemodel="default",
    )


def optimise(target: Target, bitcode: bytes) -> llvm.ModuleRef:
    """Return the optimised module of a target.

    Native code is optimised as for Linux: on macOS LLVM would call functions of the system's library.
    """
    processor = target.triple.split("-")[0].replace("arm64", "aarch64")
    machine = machine_of(target, target.triple if target.is_wasm else f"{processor}-unknown-linux-gnu")
    module = llvm.parse_bitcode(bitcode)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = not target.is_wasm
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    return module


def compile_object(target: Target, module: llvm.ModuleRef) -> bytes:
    """Return the object file of an optimised module."""
    machine = machine_of(target, target.triple)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    if target.file.endswith(".dll"):
        for function in public_functions(module):
            function.storage_class = "dllexport"
        module.link_in(llvm.parse_assembly(DLL_START))
    compiled: bytes = machine.emit_object(module)
    return compiled


def public_functions(module: llvm.ModuleRef) -> list[Any]:
    """Return the functions that other programs can call."""
    external = llvm.Linkage.external
    return [one for one in module.functions if not one.is_declaration and one.linkage == external]


def needed_symbols(module: llvm.ModuleRef) -> list[str]:
    """Return what an optimised module still needs from outside."""
    functions = [one.name for one in module.functions if one.is_declaration]
    variables = [one.name for one in module.global_variables if one.is_declaration]
    return sorted(name for name in functions + variables if not name.startswith("llvm."))


def link(target: Target, place: Path, output: Path, exports: list[str]) -> None:
    """Link an object file to a library that depends on nothing."""
    command = [sys.executable, "-m", "ziglang", *linking(target, place, output, exports)]
    folder = str(place.parent / "zig-cache")
    environment = {**os.environ, "ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{target.file} cannot be linked: {done.stderr}")


def linking(target: Target, place: Path, output: Path, exports: list[str]) -> list[str]:
    """Return the linker's arguments."""
    common = [str(place), "-target", target.zig, "-O", "ReleaseFast", "-fstrip", f"-femit-bin={output}"]
    if target.is_wasm:
        named = [f"--export={name}" for name in [*exports, "__heap_base"]]
        return ["build-exe", *common, "-fno-entry", "--stack", str(WASM_STACK), *named]
    return ["build-lib", *common, "-dynamic", "-fcompiler-rt", "-fno-emit-implib"]


def check(target: Target, module: llvm.ModuleRef) -> None:
    """Stop the build if a function could raise an error or needs anything from outside."""
    raising = [one.name for one in module.global_variables if "picklebuf" in one.name]
    needed = needed_symbols(module)
    if raising or needed:
        raise SystemExit(f"{target.file}: errors {raising}, undefined symbols {needed}")


def main() -> None:
    """Build one target from the module that was lowered for its width of pointers."""
    file, work, output = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    target = next(one for one in TARGETS if one.file == file)
    module = optimise(target, (work / f"{target.width}.bc").read_bytes())
    check(target, module)
    exports = [one.name for one in public_functions(module)]
    place = work / f"{file}.o"
    place.write_bytes(compile_object(target, module))
    link(target, place, output / file, exports)


if __name__ == "__main__":
    main()
