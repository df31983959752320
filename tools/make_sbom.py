"""Write the software bill of materials of a release: `python tools/make_sbom.py FILE` (CycloneDX 1.6, JSON).

It lists what the wheel contains of others (THIRD_PARTY.txt) and the packages that a server was tested with
(requirements-server.lock). The same sources give the same file.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;\\]+)(?: *; *([^\\\n]+?))? *\\?$", re.MULTILINE)
BUNDLED = re.compile(r"^-{80}\n\n(\S+) (\S+) \((.+)\)$", re.MULTILINE)
DATA = (
    ("Natural Earth", "https://www.naturalearthdata.com", {"license": {"name": "public domain"}}),
    ("GeoNames", "https://www.geonames.org", {"license": {"id": "CC-BY-4.0"}}),
)


def main_component() -> dict[str, Any]:
    """Return Semafor itself."""
    name, version = PROJECT["name"], PROJECT["version"]
    return {
        "type": "application",
        "bom-ref": f"pkg:pypi/{name}@{version}",
        "name": name,
        "version": version,
        "description": PROJECT["description"],
        "licenses": [{"license": {"id": PROJECT["license"]}}],
        "purl": f"pkg:pypi/{name}@{version}",
    }


def python_packages() -> Iterator[dict[str, Any]]:
    """Yield the packages that the server needs, in the versions that were tested."""
    for name, version, marker in PIN.findall((ROOT / "requirements-server.lock").read_text(encoding="utf-8")):
        purl = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{version}"
        found = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
        if marker:
            found |= {"properties": [{"name": "semafor:only-if", "value": marker}]}
        yield found


def npm_packages() -> Iterator[dict[str, Any]]:
    """Yield the packages whose code or fonts are in the browser client, with their licences."""
    for name, version, licence in BUNDLED.findall((ROOT / "THIRD_PARTY.txt").read_text(encoding="utf-8")):
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        yield {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": version,
            "licenses": [{"license": {"id": licence}}],
            "purl": purl,
        }


def data_sources() -> Iterator[dict[str, Any]]:
    """Yield the sources of map data."""
    for name, url, licence in DATA:
        about = {"type": "data", "bom-ref": f"data:{name}", "name": name, "licenses": [licence]}
        yield about | {"externalReferences": [{"type": "website", "url": url}]}


def bill_of_materials() -> dict[str, Any]:
    """Return the whole document; its serial number depends on its contents only."""
    main = main_component()
    components = [*python_packages(), *npm_packages(), *data_sources()]
    contents = {
        "metadata": {"component": main},
        "components": components,
        "dependencies": [{"ref": main["bom-ref"], "dependsOn": sorted(one["bom-ref"] for one in components)}],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(contents, sort_keys=True))
    head = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
    }
    return head | contents


if __name__ == "__main__":
    text = json.dumps(bill_of_materials(), indent=1, ensure_ascii=False) + "\n"
    Path(sys.argv[1]).write_text(text, encoding="utf-8")
