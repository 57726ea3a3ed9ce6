// Writes a message of protocol buffers from its last byte to its first, so that the length of a part is known when it is due.

const VARINT = 0
const BYTES = 2
/** Of gRPC: a flag for what is compressed, and the length. */
const FRAME_BYTES = 5

export class MessageWriter {
  readonly #bytes: Buffer
  #at: number

  /** `mostBytes`: more than the message has. */
  constructor(mostBytes: number) {
    this.#bytes = Buffer.allocUnsafe(FRAME_BYTES + mostBytes)
    this.#at = this.#bytes.length
  }

  /** Where the part ends that is written next: for `close`. */
  get end(): number {
    return this.#at
  }

  /** What was written since `end` is a field that has a length. */
  close(field: number, end: number): void {
    this.#varint(end - this.#at)
    this.#varint(field * 8 + BYTES)
  }

  /** `length`: its bytes in UTF-8, where that is known. */
  text(field: number, text: string, length = Buffer.byteLength(text)): void {
    const end = this.#at
    this.#at -= length
    this.#bytes.write(text, this.#at, length)
    this.close(field, end)
  }

  /** A message without content: that it is there is what it says. */
  mark(field: number): void {
    this.close(field, this.#at)
  }

  /** An unsigned integer; as decimal text where it may be past 2^53. */
  unsigned(field: number, value: number | string): void {
    if (Number.isSafeInteger(Number(value))) this.#varint(Number(value))
    else this.#largeVarint(BigInt(value))
    this.#varint(field * 8 + VARINT)
  }

  /** The message, with its length as gRPC puts it before it. */
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
