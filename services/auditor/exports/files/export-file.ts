// A file of an export while it is written: gathered into large pieces, hashed on the way.
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** What a manifest says of a file. */
export type FileSeal = { readonly bytes: number; readonly sha256: string }

/** Pieces are gathered to this length, in characters. */
const CHUNK = 262_144

export class ExportFile {
  readonly #file: number
  readonly #hash = createHash('sha256')
  #text = ''
  #bytes = 0
  #isOpen = true

  /** A new file for its owner alone. Throws where it cannot be made, or is there. */
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

  /** On disk when it returns. */
  end(): FileSeal {
    this.#flush()
    fsyncSync(this.#file)
    this.close()
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** May be called again. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }

  #flush(): void {
    if (this.#text !== '') this.#put(Buffer.from(this.#text))
    this.#text = ''
  }

  /** A full disk may take a part of it. */
  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at)
    this.#hash.update(bytes)
    this.#bytes += bytes.length
  }
}
