// The lines of a file of any length, however long one of them is.
import { piecesOf } from './open-file.ts'

const LINE_FEED = 0x0a

/** `bytes`: null where the line is longer than `max`. `isEnded`: by a line feed; only the last one may not be. */
export type Line = { readonly number: number; readonly bytes: Buffer | null; readonly isEnded: boolean }

/** Of an open file, in their order from number 1; those of one piece of it at a time. */
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
    // of what is too long nothing is kept but that it is
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
