// Makes recorded calls again in the WebAssembly module and prints what came of them, a line each.
// node replay.mjs ENGINE.wasm FOLDER [CORRUPT]
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const [engine, folder, corrupt = '-1'] = process.argv.slice(2)
const { instance } = await WebAssembly.instantiate(readFileSync(engine), {})
const { memory, __heap_base: base, ...functions } = instance.exports
const calls = JSON.parse(readFileSync(`${folder}/calls.json`, 'utf8'))
const blob = readFileSync(`${folder}/calls.bin`)

/** Reserve memory for the arguments of one call, each at a multiple of 64 bytes. */
function places(sizes) {
  let top = base.value
  const found = sizes.map((size) => {
    const at = Math.ceil(top / 64) * 64
    top = at + size
    return at
  })
  const missing = top - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / 65536))
  return found
}

/** What a call returned, exactly. */
function shown(returned, type) {
  if (!type.startsWith('float')) return returned === undefined ? 'none' : String(returned)
  const bits = Buffer.alloc(8)
  bits.writeDoubleBE(returned)
  return bits.toString('hex')
}

calls.forEach((call, number) => {
  const buffers = call.arguments.filter((one) => typeof one === 'object')
  const at = places(buffers.map((one) => one.bytes))
  buffers.forEach((one, i) => {
    const data = inflateSync(blob.subarray(one.at))
    if (number === Number(corrupt) && i === 1) data[data.length - 1] ^= 1
    new Uint8Array(memory.buffer).set(data, at[i])
  })
  let next = 0
  const given = call.arguments.flatMap((one) => {
    if (typeof one === 'string') return [BigInt(one)]
    return typeof one === 'number' ? [one] : [at[next++], ...one.shape]
  })
  const returned = functions[call.name](...given)
  const hashes = buffers.map((one, i) => {
    const bytes = new Uint8Array(memory.buffer, at[i], one.bytes)
    return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  })
  console.log([call.name, shown(returned, call.returns), ...hashes].join(' '))
})
