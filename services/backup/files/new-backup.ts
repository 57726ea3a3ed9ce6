// The folder of a backup while it is made: it has another name until everything is on disk, so that a kill at any
// moment leaves nothing that looks complete.
import { createHash, createHmac } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { rename, sync } from '#services/platform/durable-files.ts'
import type { Recipient } from '../age/keys.ts'
import { encryption } from '../age/payload.ts'
import { ofFiles } from '../errors.ts'
import { partialNameOf } from './names.ts'
import { SUMS, sumsLine } from './sums.ts'

/** Number of plain bytes, and their digest in hex. */
export type Seal = { readonly bytes: number; readonly digest: string }

/** Passes bytes on; `seal` returns their seal. The digest is SHA-256 or, with a key, HMAC-SHA-256. */
export function sealing(key: Buffer | null): Transform & { seal(): Seal } {
  const hash = key === null ? createHash('sha256') : createHmac('sha256', key)
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return Object.assign(stream, { seal: (): Seal => ({ bytes, digest: hash.digest('hex') }) })
}

export class NewBackup {
  readonly path: string
  readonly #partial: string
  readonly #recipients: readonly Recipient[]
  #sums = ''
  #bytes = 0

  /** `path`: must not exist yet. Throws BackupError if nothing can be created there. */
  constructor(path: string, recipients: readonly Recipient[]) {
    this.path = path
    this.#partial = join(dirname(path), partialNameOf(basename(path)))
    this.#recipients = recipients
    try {
      mkdirSync(this.#partial, { mode: 0o700 })
    } catch (error) {
      throw ofFiles(error)
    }
  }

  /** Total size of the files so far. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Resolves when the file is compressed, encrypted and on disk, with the seal of the plain bytes. Throws BackupError
   * if that fails.
   */
  async addEncrypted(name: string, plain: Readable, key: Buffer | null, signal?: AbortSignal): Promise<Seal> {
    const before = sealing(key)
    await this.#write(name, [plain, before, createZstdCompress(), encryption(this.#recipients)], signal)
    return before.seal()
  }

  /** Adds a text as it is. */
  async add(name: string, text: string): Promise<void> {
    await this.#write(name, [Readable.from([Buffer.from(text)])])
  }

  async #write(name: string, stages: readonly NodeJS.ReadableStream[], signal?: AbortSignal): Promise<void> {
    const stored = sealing(null)
    const file = createWriteStream(join(this.#partial, name), { flags: 'wx', mode: 0o600, flush: true })
    try {
      await pipeline([...stages, stored, file] as unknown as [Readable, NodeJS.WritableStream], {
        ...(signal && { signal }),
      })
    } catch (error) {
      throw ofFiles(error)
    }
    const { digest, bytes } = stored.seal()
    this.#bytes += bytes
    this.#sums += sumsLine(name, digest)
  }

  /**
   * Moves the folder to its place, on disk: from then on it is a backup. `sign`: the name of a note beside the sums,
   * and how they are signed.
   */
  async finish(sign: { readonly name: string; note(sums: string): string } | null): Promise<void> {
    const sums = this.#sums
    await this.add(SUMS, sums)
    if (sign !== null) await this.add(sign.name, sign.note(sums))
    try {
      sync(this.#partial)
      rename(this.#partial, this.path)
    } catch (error) {
      throw ofFiles(error)
    }
  }

  /** Removes everything, unless it is finished. */
  discard(): void {
    rmSync(this.#partial, { recursive: true, force: true })
  }
}
