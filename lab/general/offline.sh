#!/bin/bash
# Train the general network on a GPU machine that has Python 3.12 with PyTorch, but no network.
#
# Here:   lab/general/offline.sh pack FOLDER     writes FOLDER/first and FOLDER/second: packages, code and boards
# There, in a copy of the repository with one of the folders at a time:
#         lab/general/offline.sh keep FOLDER/first          keep half of the packages in $WORK
#         lab/general/offline.sh train FOLDER/second SECONDS WAIT [CHECKPOINT]
#         lab/general/offline.sh wait WAIT
# SECONDS is the learning time over which the rates decay. Training runs in its own process session, so it goes on
# between commands; `train` and `wait` return after WAIT seconds and copy weights and logs to $OUT every minute.
# A run that fails before its first round is started again without CUDA graphs, then without compiling the network.
set -eu
WORK=${WORK:-$HOME/general}
OUT=${OUT:-$WORK/results}
BEGUN=$(date +%s)
PACKAGES="numba==0.68.1 llvmlite==0.50.0 numba-cuda==0.30.4 msgspec==0.22.0"
CUDA_PACKAGES="cuda-bindings==13.5.0 cuda-core==1.2.2 cuda-pathfinder==1.8.6"
FIRST=24000000  # bytes of the first half

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
  mkdir -p "$1/first" "$1/second"
  fetch "$1/packages.tar.xz" $PACKAGES
  head -c $FIRST "$1/packages.tar.xz" > "$1/first/packages.part.0"
  tail -c +$((FIRST + 1)) "$1/packages.tar.xz" > "$1/second/packages.part.1"
  rm "$1/packages.tar.xz"
  fetch "$1/second/cuda.tar.xz" $CUDA_PACKAGES
  code "$1/second"
}

code() {  # FOLDER: the sources, without weights, and the boards to train on
  local boards
  boards=$(mktemp -d)
  PYTHONPATH=src:. ${PYTHON:-python3} -m lab.general.boards make 1500 "$boards/boards.msgpack"
  tar --exclude='*.npz' --exclude=__pycache__ --exclude=static -cJf "$1/code.tar.xz" src lab -C "$boards" boards.msgpack
  rm -rf "$boards"
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

train() {  # SECOND SECONDS WAIT [CHECKPOINT]
  local start="" weights=$PWD/src/semafor/bots/learned/weights
  if [ -n "${4:-}" ]; then start="--start $PWD/$4 --copy 0"; fi
  cp "$1"/* "$WORK/parts/"
  cat "$WORK"/parts/packages.part.* > "$WORK/packages.tar.xz"
  unpack "$WORK/packages.tar.xz" "$WORK/packages"
  unpack "$WORK/parts/code.tar.xz" "$WORK/code"
  export PYTHONPATH="$WORK/packages:$WORK/code/src:$WORK/code" PYTHONUNBUFFERED=1
  if ! python3 -c "import cuda.bindings, cuda.core, cuda.pathfinder"; then
    unpack "$WORK/parts/cuda.tar.xz" "$WORK/cuda"
    export PYTHONPATH="$PYTHONPATH:$WORK/cuda"
  fi
  python3 -c "from semafor.gym.device.driver import device; print(device().get_current_device())"
  cd "$WORK"
  export COMMAND="python3 -m lab.general.train --boards code/boards.msgpack --weights $weights --out out --seconds $2 $start ${OPTIONS:-}"
  setsid bash -c 'for slower in "" "--graphs 0" "--graphs 0 --fuse 0"; do
    $COMMAND $slower && break
    [ ! -e out/log.jsonl ] || break
  done' > train.log 2>&1 < /dev/null &
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
