"""Builds the engine ahead of time: native libraries, a WebAssembly module and their bindings."""
