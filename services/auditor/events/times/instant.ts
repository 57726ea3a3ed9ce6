// Parses the times of events. The last two are remembered, since a dozen checks ask for the same two of each event.

type Read = { readonly text: string; readonly ms: number }

let last: Read = { text: '', ms: Number.NaN }
let before = last

/** Like `Date.parse`. */
export function msOf(text: string): number {
  if (text === last.text) return last.ms
  if (text !== before.text) before = { text, ms: Date.parse(text) }
  ;[last, before] = [before, last]
  return last.ms
}
