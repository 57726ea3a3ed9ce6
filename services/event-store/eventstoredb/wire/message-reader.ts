// Reads a protocol buffer message field by field, without creating an object for any part of it.

const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

/** Every method throws RangeError if the message ends too early. */
export class MessageReader {
  /** Number of the field that `next` has found. */
  field = 0
  readonly #bytes: Buffer
  #kind = VARINT
  #at = 0
  /** End of the message, or of the nested message that is being read. */
  #end: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#end = bytes.length
  }

  /** Whether there is another field. It has to be read or skipped. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const tag = this.number()
    this.field = Math.floor(tag / 8)
    this.#kind = tag % 8
    return true
  }

  /**
   * Enters the nested message of the current field. Pass the result to `leave` after `next` has found the end of it.
   */
  enter(): number {
    const outer = this.#end
    this.#end = this.#endOfBytes()
    return outer
  }

  leave(outer: number): void {
    this.#at = this.#end
    this.#end = outer
  }

  /** An unsigned integer below 2^53. */
  number(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte()
      if (byte < 128) return value + byte * factor
      value += (byte - 128) * factor
    }
  }

  /** An unsigned integer of 64 bits, as decimal text. */
  unsigned(): string {
    const from = this.#at
    const value = this.number()
    if (Number.isSafeInteger(value)) return String(value)
    this.#at = from
    return String(this.large())
  }

  large(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte()
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
  }

  text(): string {
    const end = this.#endOfBytes()
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end
    return text
  }

  /** A view of the message's memory. */
  bytes(): Buffer {
    const end = this.#endOfBytes()
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  skip(): void {
    if (this.#kind === VARINT) while (this.#byte() >= 128);
    else if (this.#kind === BYTES) this.#at = this.#endOfBytes()
    else if (this.#kind === FIXED_64) this.#at += 8
    else if (this.#kind === FIXED_32) this.#at += 4
    else throw new RangeError('no field of a message begins like this')
    if (this.#at > this.#end) throw new RangeError('a message ends too early')
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new RangeError('a message ends too early')
    return this.#bytes[this.#at++]!
  }

  /** End of the field's bytes; reads their length first. */
  #endOfBytes(): number {
    const end = this.number() + this.#at
    if (end > this.#end) throw new RangeError('a message ends too early')
    return end
  }
}
