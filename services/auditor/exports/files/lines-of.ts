// The lines of a file, however long the file or one of its lines is.
import { piecesOf } from './open-file.ts'

const LINE_FEED = 0x0a

/** `bytes`: null if the line is longer than `max`. `isEnded`: with a line feed, which only the last line may lack. */
export type Line = { readonly number: number; readonly bytes: Buffer | null; readonly isEnded: boolean }

/** Yields the lines of an open file, those of one piece of it at a time. Line numbers begin at 1. `max`: in bytes. */
export function* linesOf(file: number, max: number): Generator<Line[]> {
  let rest: Buffer[] = []
  let length = 0
  let number = 0
  const ended = (isEnded: boolean): Line => {
    const line = { number: ++number, bytes: length > max ? null : Buffer.concat(rest), isEnded }
    rest = []
    length = 0
    return line
  }
  const keep = (part: Buffer): void => {
    length += part.length
    // only the length of a line that is too long is kept
    if (length > max) rest = []
    else rest.push(Buffer.from(part))
  }
  for (const piece of piecesOf(file)) {
    const lines: Line[] = []
    let at = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, at)) {
      keep(piece.subarray(at, end))
      lines.push(ended(true))
      at = end + 1
    }
    if (at < piece.length) keep(piece.subarray(at))
    yield lines
  }
  if (length > 0) yield [ended(false)]
}
