// Files of an export, as somebody else handed them over: nothing but plain files is read, and no link is followed.
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSeal } from './export-file.ts'

const CHUNK = 1_048_576
/** No manifest or note is near it. */
const MAX_TEXT_BYTES = 1_048_576

/** Waits for nobody, so that a pipe cannot hold it up. Throws where it cannot be read. */
export function openPlain(folder: string, name: string): number {
  const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error(`${name} is no file`)
}

/** Null where there is none. Throws where it cannot be read, or is too long. */
export function readText(folder: string, name: string): string | null {
  let file: number
  try {
    file = openPlain(folder, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    if (fstatSync(file).size > MAX_TEXT_BYTES) throw new Error(`${name} is longer than any ${name}`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } finally {
    closeSync(file)
  }
}

/** In the order of the file; a piece is overwritten by the next one. */
export function* piecesOf(file: number): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK)
  for (let at = 0; ; ) {
    const length = readSync(file, chunk, 0, CHUNK, at)
    if (length === 0) return
    at += length
    yield chunk.subarray(0, length)
  }
}

/** As the file is now. Throws where it cannot be read. */
export function sealOf(folder: string, name: string): FileSeal {
  const file = openPlain(folder, name)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for (const piece of piecesOf(file)) {
      hash.update(piece)
      bytes += piece.length
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    closeSync(file)
  }
}
