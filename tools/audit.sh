#!/bin/sh
# Look for known vulnerabilities in the packages that the server runs on: `tools/audit.sh UV` from the repository's root.
# Exit status: 0 if none are known, 1 if some are known or the audit failed, 3 if the list of vulnerabilities cannot be
# read from this machine (nothing was checked; the caller decides what to do).
uv=${1:-uv}
list=${AUDIT_LIST:-https://pypi.org/pypi/pip/24.0/json}  # one version of one package; a mirror may lack this page
if ! python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1], timeout=10)' "$list" 2>/dev/null; then
  echo "NOT AUDITED: the list of known vulnerabilities at pypi.org cannot be read from this machine. Run" >&2
  echo "'make audit' on a machine with access before a release." >&2
  exit 3
fi
"$uv" tool run pip-audit --strict --disable-pip --require-hashes -r requirements-server.lock && exit 0
echo "Known vulnerabilities are listed above, or the audit failed." >&2
exit 1
