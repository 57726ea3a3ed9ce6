// Writes a protocol buffer message from its last byte to its first, so that the length of a part is known when it has
// to be written.

const VARINT = 0
const BYTES = 2
/** Bytes of gRPC before a message: a flag for compression, and the length. */
const FRAME_BYTES = 5

export class MessageWriter {
  readonly #bytes: Buffer
  #at: number

  /** `mostBytes`: an upper bound of the message's size. */
  constructor(mostBytes: number) {
    this.#bytes = Buffer.allocUnsafe(FRAME_BYTES + mostBytes)
    this.#at = this.#bytes.length
  }

  /** Where the next part ends; pass it to `close` when the part is written. */
  get end(): number {
    return this.#at
  }

  /** Turns what was written since `end` into a field with a length. */
  close(field: number, end: number): void {
    this.#varint(end - this.#at)
    this.#varint(field * 8 + BYTES)
  }

  /** `length`: its size in UTF-8 bytes, if it is known already. */
  text(field: number, text: string, length = Buffer.byteLength(text)): void {
    const end = this.#at
    this.#at -= length
    this.#bytes.write(text, this.#at, length)
    this.close(field, end)
  }

  /** A message without content: its presence is the information. */
  mark(field: number): void {
    this.close(field, this.#at)
  }

  /** An unsigned integer, as decimal text if it may exceed 2^53. */
  unsigned(field: number, value: number | string): void {
    if (Number.isSafeInteger(Number(value))) this.#varint(Number(value))
    else this.#largeVarint(BigInt(value))
    this.#varint(field * 8 + VARINT)
  }

  /** The message, with the flag and length of gRPC before it. */
  framed(): Buffer {
    const length = this.#bytes.length - this.#at
    this.#at -= FRAME_BYTES
    this.#bytes[this.#at] = 0
    this.#bytes.writeUInt32BE(length, this.#at + 1)
    return this.#bytes.subarray(this.#at)
  }

  #varint(value: number): void {
    let size = 1
    for (let left = value; left >= 128; left = Math.floor(left / 128)) size += 1
    this.#at -= size
    let left = value
    let at = this.#at
    for (; left >= 128; at++, left = Math.floor(left / 128)) this.#bytes[at] = (left % 128) + 128
    this.#bytes[at] = left
  }

  #largeVarint(value: bigint): void {
    const groups: number[] = []
    for (let left = value; left > 0n; left >>= 7n) groups.push(Number(left & 127n))
    for (const [index, group] of groups.reverse().entries()) {
      this.#at -= 1
      this.#bytes[this.#at] = index === 0 ? group : group + 128
    }
  }
}
