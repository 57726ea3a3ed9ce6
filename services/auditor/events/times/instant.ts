// The times of an event, in milliseconds: a dozen checks ask for the same two.

type Read = { readonly text: string; readonly ms: number }

let last: Read = { text: '', ms: Number.NaN }
let before = last

/** As `Date.parse` has it. */
export function msOf(text: string): number {
  if (text === last.text) return last.ms
  if (text !== before.text) before = { text, ms: Date.parse(text) }
  ;[last, before] = [before, last]
  return last.ms
}
