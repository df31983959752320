#!/bin/sh
# Look for known holes in the packages that the server runs on: `tools/audit.sh UV` from the repository's root.
# It ends with 0 where there are none, with 1 where there are some or the audit broke off, and with 3 where
# the list cannot be read from here: then nothing was checked, which is said and is up to the caller.
uv=${1:-uv}
list=${AUDIT_LIST:-https://pypi.org/pypi/pip/24.0/json}  # of one version; a mirror may have files without it
if ! python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=10)' "$list" 2>/dev/null; then
  echo "NOT AUDITED: the list of known holes at pypi.org cannot be read from here. Nothing was checked; run" >&2
  echo "'make audit' where it can be, before a release." >&2
  exit 3
fi
"$uv" tool run pip-audit --strict --disable-pip --require-hashes -r requirements-server.lock && exit 0
echo "Not clean: known holes are listed above, or the audit broke off." >&2
exit 1
