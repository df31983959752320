"""Write the JSON Schema of the protocol to docs/protocol.schema.json."""

from __future__ import annotations

from pathlib import Path

from semafor.server.schema import schema_text

TARGET = Path(__file__).parents[1] / "docs" / "protocol.schema.json"

if __name__ == "__main__":
    TARGET.write_text(schema_text(), encoding="utf-8")
    print(f"wrote {TARGET.name}")
