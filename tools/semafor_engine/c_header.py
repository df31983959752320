"""Writes the C header of the library."""

from __future__ import annotations

from typing import Any

import numpy as np

from semafor_engine.exports import Export
from semafor_engine.records import RECORDS, parts

C_TYPES = {
    "none": "void",
    "int64": "int64_t",
    "uint64": "uint64_t",
    "float64": "double",
    "float32": "float",
    "bool": "bool",
    "size": "size_t",
    "i1": "int8_t",
    "i2": "int16_t",
    "i4": "int32_t",
    "i8": "int64_t",
    "u1": "uint8_t",
    "u2": "uint16_t",
    "u4": "uint32_t",
    "u8": "uint64_t",
    "f4": "float",
    "f8": "double",
}
HEAD = """/* Written by `make engine` from the list of exported functions; do not edit.
 * Records are passed as pointers, arrays as a pointer and their sizes. No function allocates, fails or
 * keeps a pointer. All memory is the caller's. */
#ifndef SEMAFOR_ENGINE_H
#define SEMAFOR_ENGINE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
"""


class Structs:
    """Writes each record once, those inside it first."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._known: list[tuple[np.dtype[Any], str]] = []

    def name_of(self, dtype: np.dtype[Any], name: str) -> str:
        """Return the C type of a record, after writing it if it is new."""
        for known, own in self._known:
            if known == dtype:
                return own
        members = [self._member(dtype, field, name) for field in dtype.names or ()]
        struct = f"semafor_{name}"
        self.lines += [f"typedef struct {{{' '.join(members)}}} {struct};"]
        self.lines += [f'_Static_assert(sizeof({struct}) == {dtype.itemsize}, "layout");', ""]
        self._known.append((dtype, struct))
        return struct

    def _member(self, dtype: np.dtype[Any], field: str, name: str) -> str:
        kind = dtype[field]
        base = kind.base
        c_type = self.name_of(base, f"{name}_{field}") if base.fields else C_TYPES[base.str[1:]]
        return f"\n  {c_type} {field}{''.join(f'[{size}]' for size in kind.shape)};"


def prototype(export: Export, returned: str, structs: dict[str, str]) -> str:
    """Return the declaration of a function."""
    arguments = [
        f"{structs.get(part.points_to) or C_TYPES[part.points_to]} *{part.name}"
        if part.kind == "pointer"
        else f"{C_TYPES[part.kind]} {part.name}"
        for part in parts(export)
    ]
    about = (export.function.__doc__ or "").split("\n")[0].replace("*/", "")
    return f"/* {about} */\n{C_TYPES[returned]} {export.name}({', '.join(arguments)});\n"


def c_header(exports: tuple[Export, ...], returned: dict[str, str]) -> str:
    """Return the text of the header."""
    writer = Structs()
    structs = {name: writer.name_of(dtype, name) for name, dtype in RECORDS.items()}
    functions = [prototype(export, returned[export.name], structs) for export in exports]
    return "\n".join([HEAD, *writer.lines, *functions, "#endif", ""]).replace(";}", ";\n}")
