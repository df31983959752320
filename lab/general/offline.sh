#!/bin/bash
# Train the general network on a GPU machine that has Python 3.12 with PyTorch, but no network.
#
# Here:   lab/general/offline.sh pack FOLDER     writes FOLDER/pack1, pack2, pack3 (packages) and FOLDER/code
# There, in a copy of the repository with the folders in its root:
#         FOLDER/code/offline.sh keep FOLDER/pack1          keep a part of the packages in $WORK
#         FOLDER/code/offline.sh keep FOLDER/pack2
#         FOLDER/code/offline.sh keep FOLDER/pack3
#         FOLDER/code/offline.sh train FOLDER/code SECONDS WAIT [CHECKPOINT]
#         FOLDER/code/offline.sh wait WAIT
# SECONDS is the learning time over which the rates decay. Training runs in its own process session, so it goes on
# between commands; `train` and `wait` return after WAIT seconds and copy weights and logs to $OUT every minute.
set -eu
WORK=${WORK:-$HOME/general}
OUT=${OUT:-$WORK/results}
BEGUN=$(date +%s)
PACKAGES="numba==0.68.1 llvmlite==0.50.0 numba-cuda==0.30.4 msgspec==0.22.0"
CUDA_PACKAGES="cuda-bindings==13.5.0 cuda-core==1.2.2 cuda-pathfinder==1.8.6"
PART=15600000

fetch() {  # FILE PACKAGE...: one archive of unpacked wheels
  local file=$1 folder; shift
  folder=$(mktemp -d)
  python3 -m pip download -q --no-deps --only-binary :all: --python-version 3.12 -d "$folder/wheels" "$@"
  for wheel in "$folder"/wheels/*.whl; do python3 -m zipfile -e "$wheel" "$folder/unpacked"; done
  find "$folder/unpacked" \( -name tests -o -name '*.data' \) -type d -prune -exec rm -rf {} +
  find "$folder/unpacked" -name libllvmlite.so -exec strip {} +
  tar -C "$folder/unpacked" -cf - . | xz --x86 --lzma2=preset=9e,dict=128MiB > "$file"
  rm -rf "$folder"
}

pack() {  # FOLDER
  mkdir -p "$1"/pack1 "$1"/pack2 "$1"/pack3 "$1"/code
  fetch "$1/packages.tar.xz" $PACKAGES
  split -b $PART -d "$1/packages.tar.xz" "$1/packages.part."
  for n in 0 1 2; do mv "$1/packages.part.0$n" "$1/pack$((n + 1))/"; done
  rm "$1/packages.tar.xz"
  fetch "$1/pack3/cuda.tar.xz" $CUDA_PACKAGES
  code "$1/code"
}

code() {  # FOLDER: the sources, without weights, and the boards to train on
  local boards
  boards=$(mktemp -d)
  PYTHONPATH=src:. ${PYTHON:-python3} -m lab.general.boards make 1500 "$boards/boards.msgpack"
  tar --exclude='*.npz' --exclude=__pycache__ --exclude=static -cJf "$1/code.tar.xz" src lab -C "$boards" boards.msgpack
  rm -rf "$boards"
  cp lab/general/offline.sh "$1/"
}

unpack() {  # ARCHIVE FOLDER
  mkdir -p "$2"
  python3 -c "import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2], filter='tar')" "$1" "$2"
}

collect() {
  mkdir -p "$OUT"
  for name in out/player.pt out/checkpoint.pt out/optimizer.pt out/log.jsonl train.log; do
    if [ -f "$WORK/$name" ]; then cp "$WORK/$name" "$OUT/"; fi
  done
}

watch() {  # WAIT: seconds since the start of this command
  while [ $(($(date +%s) - BEGUN)) -lt "$1" ]; do
    sleep 5
    if ! kill -0 "$(cat "$WORK/pid")" 2> /dev/null; then echo "training has ended"; break; fi
    if [ $((($(date +%s) - BEGUN) % 60)) -lt 6 ]; then collect; fi
  done
  collect
  tail -c 6000 "$WORK/train.log"
}

train() {  # CODE SECONDS WAIT [CHECKPOINT]
  local start=()
  if [ -n "${4:-}" ]; then start=(--start "$PWD/$4" --copy 0); fi
  cat "$WORK"/parts/packages.part.* > "$WORK/packages.tar.xz"
  unpack "$WORK/packages.tar.xz" "$WORK/packages"
  unpack "$1/code.tar.xz" "$WORK/code"
  export PYTHONPATH="$WORK/packages:$WORK/code/src:$WORK/code" PYTHONUNBUFFERED=1
  if ! python3 -c "import cuda.bindings, cuda.core, cuda.pathfinder"; then
    unpack "$WORK/parts/cuda.tar.xz" "$WORK/cuda"
    export PYTHONPATH="$PYTHONPATH:$WORK/cuda"
  fi
  python3 -c "from semafor.gym.device.driver import device; print(device().get_current_device())"
  cd "$WORK"
  setsid python3 -m lab.general.train --boards code/boards.msgpack --weights "$OLDPWD/src/semafor/bots/learned/weights" \
    --out out --seconds "$2" "${start[@]}" ${OPTIONS:-} > train.log 2>&1 < /dev/null &
  echo $! > "$WORK/pid"
  watch "$3"
}

case $1 in
  pack) pack "$2" ;;
  code) code "$2" ;;
  keep) mkdir -p "$WORK/parts"; cp "$2"/* "$WORK/parts/"; ls -l "$WORK/parts" ;;
  train) shift; train "$@" ;;
  wait) watch "$2" ;;
esac
