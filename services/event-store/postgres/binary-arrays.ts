// Arrays in the binary format of Postgres: neither side has to quote or to search for quotes.
const OID = { bytea: 17, int4: 23, text: 25 } as const

/**
 * Number of dimensions, whether any element is null, and the element type; then length and first index of the only
 * dimension.
 */
const HEADER_BYTES = 20
const LENGTH_BYTES = 4

function begin(type: number, count: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + count * LENGTH_BYTES + bytes)
  array.writeInt32BE(1, 0)
  array.writeInt32BE(0, 4)
  array.writeInt32BE(type, 8)
  array.writeInt32BE(count, 12)
  array.writeInt32BE(1, 16)
  return array
}

function arrayOf(type: number, texts: readonly string[], encoding: 'utf8' | 'hex'): Buffer {
  let bytes = 0
  for (const text of texts) bytes += Buffer.byteLength(text, encoding)
  const array = begin(type, texts.length, bytes)
  let at = HEADER_BYTES
  for (const text of texts) {
    const length = array.write(text, at + LENGTH_BYTES, encoding)
    array.writeInt32BE(length, at)
    at += LENGTH_BYTES + length
  }
  // shorter if a character was not a hexadecimal digit; the database then refuses the array
  return array.subarray(0, at)
}

/** text[] */
export const textArray = (texts: readonly string[]): Buffer => arrayOf(OID.text, texts, 'utf8')

/** bytea[] from hexadecimal texts. */
export const byteaArray = (digits: readonly string[]): Buffer => arrayOf(OID.bytea, digits, 'hex')

/** integer[] */
export function integerArray(numbers: readonly number[]): Buffer {
  const array = begin(OID.int4, numbers.length, numbers.length * 4)
  let at = HEADER_BYTES
  for (const number of numbers) {
    array.writeInt32BE(4, at)
    array.writeInt32BE(number, at + LENGTH_BYTES)
    at += LENGTH_BYTES + 4
  }
  return array
}
