// A file of an export while it is written, in large pieces that are hashed on the way.
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** What a manifest states of a file. */
export type FileSeal = { readonly bytes: number; readonly sha256: string }

/** Text is written once there are this many characters. */
const CHUNK = 262_144

export class ExportFile {
  readonly #file: number
  readonly #hash = createHash('sha256')
  #text = ''
  #bytes = 0
  #isOpen = true

  /** Creates a file that only its owner can read. Throws if it exists or cannot be created. */
  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600)
  }

  write(text: string): void {
    this.#text += text
    if (this.#text.length >= CHUNK) this.#flush()
  }

  writeBytes(bytes: Uint8Array): void {
    this.#flush()
    this.#put(bytes)
  }

  /** The file is on disk when this returns. */
  end(): FileSeal {
    this.#flush()
    fsyncSync(this.#file)
    this.close()
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** May be called more than once. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }

  #flush(): void {
    if (this.#text !== '') this.#put(Buffer.from(this.#text))
    this.#text = ''
  }

  /** Loops, since a write may take only a part of the bytes. */
  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    this.#hash.update(bytes)
    this.#bytes += bytes.length
  }
}
