// The folder of a backup while it is made: under another name until all of it is on disk, so that a kill at any moment leaves
// nothing that looks whole.
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

/** Of plain bytes: how many, and their digest in hex. */
export type Seal = { readonly bytes: number; readonly digest: string }

/** Hands bytes on; `seal` is of what went through: SHA-256, with a key the HMAC of it. */
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

  /** `path`: nothing is there. Throws BackupError where nothing can be made there. */
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

  /** Of the files so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Compressed, encrypted and on disk when it resolves, with the seal of the plain bytes. Throws BackupError where it cannot be. */
  async addEncrypted(name: string, plain: Readable, key: Buffer | null, signal?: AbortSignal): Promise<Seal> {
    const before = sealing(key)
    await this.#write(name, [plain, before, createZstdCompress(), encryption(this.#recipients)], signal)
    return before.seal()
  }

  /** As it is. */
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

  /** Puts the folder in its place, on disk: from then on it is a backup. `sign`: the name of a note beside the sums, and how they are signed. */
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

  /** Leaves nothing behind, unless it is finished. */
  discard(): void {
    rmSync(this.#partial, { recursive: true, force: true })
  }
}
