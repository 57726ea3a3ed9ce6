// Opens files of an export that somebody else has handed over: only plain files are read, and no link is followed.
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSeal } from './export-file.ts'

const CHUNK = 1_048_576
/** Far more than any manifest or note has. */
const MAX_TEXT_BYTES = 1_048_576

/** Does not block, so that a pipe cannot hold it up. Throws if the file cannot be read. */
export function openPlain(folder: string, name: string): number {
  const file = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error(`${name} is no file`)
}

/** Null if there is no such file. Throws if it cannot be read, is not UTF-8 or is too long. */
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

/** The bytes of a file in pieces. The next piece overwrites the last one. */
export function* piecesOf(file: number): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK)
  for (let at = 0; ; ) {
    const length = readSync(file, chunk, 0, CHUNK, at)
    if (length === 0) return
    at += length
    yield chunk.subarray(0, length)
  }
}

/** Length and hash of the file as it is now. Throws if it cannot be read. */
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
