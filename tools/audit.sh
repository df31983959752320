#!/bin/sh
# Look for known holes in the packages that the server runs on; fail where their list cannot be read.
# `tools/audit.sh UV` from the repository's root.
uv=${1:-uv}
if "$uv" tool run pip-audit --strict --disable-pip --require-hashes -r requirements-server.lock; then
  exit 0
fi
echo "Not clean: either holes are listed above, or the list at pypi.org could not be read from here (then nothing" >&2
echo "was checked, and this is to be run where it can, before a release)." >&2
exit 1
