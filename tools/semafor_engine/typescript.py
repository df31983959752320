"""Writes the TypeScript bindings of the WebAssembly module."""

from __future__ import annotations

import json

from semafor_engine.exports import Export
from semafor_engine.records import RECORDS, Place, parts, places

TS_TYPES = {
    "none": "void",
    "int64": "bigint",
    "uint64": "bigint",
    "float64": "number",
    "float32": "number",
    "bool": "number",
    "pointer": "number",
    "size": "number",
}
HEAD = """// Written by `make engine` from the list of exported functions; do not edit.
// Pointers are addresses in the memory of the module; 64-bit integers are bigint.

/** A field of a record: its place in bytes, the type of an element, and the sizes of its axes. */
export interface Field {
  at: number
  type: 'i1' | 'i2' | 'i4' | 'i8' | 'u1' | 'u2' | 'u4' | 'u8' | 'f4' | 'f8'
  shape: readonly number[]
}

export interface RecordLayout {
  bytes: number
  fields: Readonly<Record<string, Field>>
}
"""


def field(place: Place) -> str:
    """Return one field of a record."""
    shape = json.dumps(list(place.shape))
    name = place.name if place.name.isidentifier() else f"'{place.name}'"
    return f"      {name}: {{ at: {place.offset}, type: '{place.kind}', shape: {shape} }},"


def layout(name: str) -> str:
    """Return where the fields of a record are."""
    lines = [field(place) for place in places(RECORDS[name])]
    body = "\n".join(lines)
    return f"  {name}: {{\n    bytes: {RECORDS[name].itemsize},\n    fields: {{\n{body}\n    }},\n  }},"


def method(export: Export, returned: str) -> str:
    """Return the declaration of a function."""
    arguments = ", ".join(f"{camel(part.name)}: {TS_TYPES[part.kind]}" for part in parts(export))
    about = (export.function.__doc__ or "").split("\n")[0]
    return f"  /** {about} */\n  {export.name}({arguments}): {TS_TYPES[returned]}"


def camel(name: str) -> str:
    """Return a name as TypeScript writes it."""
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def typescript(exports: tuple[Export, ...], returned: dict[str, str]) -> str:
    """Return the text of the bindings."""
    layouts = "\n".join(layout(name) for name in RECORDS)
    methods = "\n".join(method(export, returned[export.name]) for export in exports)
    records = f"export const RECORDS = {{\n{layouts}\n}} as const satisfies Record<string, RecordLayout>\n"
    functions = f"export interface EngineExports {{\n  memory: WebAssembly.Memory\n{methods}\n}}\n"
    return "\n".join([HEAD, records, functions])
