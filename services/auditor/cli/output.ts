// The destination of an answer. It is opened before anything is read, so that an unusable one is noticed at once.
import { openSync, writeSync } from 'node:fs'
import type { Pieces } from '../commands/command.ts'
import { Incomplete, Usage } from '../failures.ts'
import { printableJson } from '../report/printable.ts'

export type Output = {
  readonly isTerminal: boolean
  /** The width of the terminal in characters; null if it is not one. */
  readonly width: number | null
  /**
   * Writes piece by piece, as fast as the destination takes them. To be called once. Throws Incomplete if they cannot
   * be written.
   */
  write(pieces: Pieces): Promise<void>
}

/** Pieces are joined until they have this many characters. */
const CHUNK = 65_536

/** `path`: '-' for standard output. Throws Usage if it cannot be written to. */
export function openOutput(path: string): Output {
  if (path === '-') {
    const isTerminal = process.stdout.isTTY === true
    return { isTerminal, width: isTerminal ? process.stdout.columns : null, write: toStandardOutput }
  }
  const file = opened(path)
  return {
    isTerminal: false,
    width: null,
    async write(pieces) {
      for await (const chunk of chunksOf(pieces)) writeWhole(file, Buffer.from(chunk))
    },
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'w')
  } catch (error) {
    throw new Usage(unwritten(error as Error))
  }
}

/** Loops, since a write may take only a part of the bytes. */
function writeWhole(file: number, bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
  } catch (error) {
    throw new Incomplete(unwritten(error as Error))
  }
}

const unwritten = ({ message }: Error): string => `the report could not be written: ${message}`

async function toStandardOutput(pieces: Pieces): Promise<void> {
  const { stdout } = process
  let failure: NodeJS.ErrnoException | null = null
  // a failed write is also emitted as an error, which would end the process without a listener
  stdout.on('error', (error) => {
    failure = error
  })
  for await (const chunk of chunksOf(pieces)) {
    await new Promise<void>((resolve) => stdout.write(chunk, () => resolve()))
    if (failure !== null) break
  }
  const { code } = (failure ?? {}) as NodeJS.ErrnoException
  // if the reader closed the pipe, it has read enough; the verdict stands
  if (failure !== null && code !== 'EPIPE') throw new Incomplete(unwritten(failure))
}

/** JSON that is safe to show on a terminal. */
export const shownJson = (pieces: Pieces): Pieces =>
  Symbol.asyncIterator in pieces ? later(pieces) : Iterator.from(pieces).map(printableJson)

async function* later(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield printableJson(piece)
}

const chunksOf = (pieces: Pieces): Pieces => (Symbol.asyncIterator in pieces ? pieces : gathered(pieces))

function* gathered(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
