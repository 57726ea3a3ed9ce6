// Splits what one side of an HTTP/2 connection sends into frames, for the proxy of the tests.

/** What a client sends before its first frame. */
const PREFACE_BYTES = 24
const HEADER_BYTES = 9
const DATA = 0

export class Frames {
  #left: Buffer
  #preface: number

  constructor(side: 'client' | 'server') {
    this.#left = Buffer.alloc(0)
    this.#preface = side === 'client' ? PREFACE_BYTES : 0
  }

  /** Payloads of the data frames that `data` completes. */
  add(data: Buffer): Buffer[] {
    const payloads: Buffer[] = []
    this.#left = Buffer.concat([this.#left, data])
    if (this.#left.length < this.#preface) return payloads
    this.#left = this.#left.subarray(this.#preface)
    this.#preface = 0
    while (this.#left.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + this.#left.readUIntBE(0, 3)
      if (this.#left.length < end) break
      if (this.#left[3] === DATA) payloads.push(this.#left.subarray(HEADER_BYTES, end))
      this.#left = this.#left.subarray(end)
    }
    return payloads
  }
}
