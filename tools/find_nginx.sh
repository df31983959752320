#!/bin/sh
# Print the path of an nginx for the test of several servers behind one address; install Debian's if possible.
set -eu
find_one() {
  for name in "${NGINX:-}" nginx /usr/sbin/nginx; do
    if [ -n "$name" ] && command -v "$name" 2>/dev/null; then return 0; fi
  done
  return 1
}
find_one && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Debian's nginx for the test of several servers…" >&2
  apt-get install --yes --quiet --no-install-recommends nginx-light >&2 ||
    { apt-get update --quiet >&2 && apt-get install --yes --quiet --no-install-recommends nginx-light >&2; } || true
  find_one && exit 0
fi
echo "The test of several servers needs nginx: apt-get install nginx-light, or set NGINX to the path of one." >&2
exit 1
