#!/usr/bin/env bash
# Add docs/_build/html as VERSION to the branch gh-pages of the remote origin: tools/publish_docs.sh VERSION
set -euo pipefail
version=$1
root=$(cd "$(dirname "$0")/.." && pwd)
site=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$site"' EXIT
if git -C "$root" fetch --quiet origin gh-pages; then
    git -C "$root" worktree add --quiet --detach "$site" FETCH_HEAD
else # the first version
    git -C "$root" worktree add --quiet --detach "$site"
    git -C "$site" checkout --quiet --orphan gh-pages
    git -C "$site" rm --quiet -r --force .
fi
python3 "$root/tools/add_docs_version.py" "$root/docs/_build/html" "$site" "$version"
git -C "$site" add --all
if git -C "$site" diff --cached --quiet; then
    echo "The documentation of $version is already published."
else
    git -C "$site" commit --quiet --message "docs: publish $version"
    git -C "$site" push --quiet origin HEAD:gh-pages
fi
