#!/bin/sh
# Print the path of a Chromium for the browser tests; install Debian's if there is none and the user may install packages.
set -eu
find_one() {
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name" 2>/dev/null; then return 0; fi
  done
  return 1
}
find_one && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing Debian's chromium for the browser tests…" >&2
  apt-get install --yes --quiet --no-install-recommends chromium >&2 ||
    { apt-get update --quiet >&2 && apt-get install --yes --quiet --no-install-recommends chromium >&2; } || true
  find_one && exit 0
fi
echo "The browser tests need Chromium: apt-get install chromium, or set CHROMIUM to the path of one." >&2
exit 1
