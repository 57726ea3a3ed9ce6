// Splits the bytes of a call into replies: gRPC puts a flag and the length before each.

const HEADER_BYTES = 5
const NOTHING = Buffer.alloc(0)

/** Assembles replies from bytes that arrive piece by piece. */
export class Frames {
  readonly #mostBytes: number
  #left: Buffer = NOTHING
  /** The pieces after `#left`: a large reply is put together once, not with every piece. */
  #pieces: Buffer[] = []
  #missing = 0

  /** `mostBytes`: the largest reply that is accepted. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /**
   * The replies that a piece completes, as views of its memory where possible. Throws RangeError if one is compressed
   * or too large.
   */
  add(piece: Buffer): Buffer[] {
    if (this.#missing > piece.length) {
      this.#missing -= piece.length
      this.#pieces.push(piece)
      return []
    }
    let bytes = this.#withLeft(piece)
    const replies: Buffer[] = []
    while (bytes.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + bytes.readUInt32BE(1)
      if (bytes[0] !== 0) throw new RangeError('a reply is compressed')
      if (end > HEADER_BYTES + this.#mostBytes) throw new RangeError('a reply is too large')
      if (bytes.length < end) {
        this.#missing = end - bytes.length
        break
      }
      replies.push(bytes.subarray(HEADER_BYTES, end))
      bytes = bytes.subarray(end)
    }
    this.#left = bytes
    return replies
  }

  #withLeft(piece: Buffer): Buffer {
    if (this.#left.length === 0) return piece
    const bytes = Buffer.concat([this.#left, ...this.#pieces, piece])
    this.#pieces = []
    this.#missing = 0
    return bytes
  }
}
