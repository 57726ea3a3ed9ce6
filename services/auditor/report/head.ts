// How every answer about a log states what it rests on.
import type { Read } from '../walk/reading.ts'
import { resultOf } from './report.ts'
import { TOOL_VERSION } from './version.ts'

export type Head = { readonly command: string; readonly exitCode: number; readonly sentence: string }

/** For programs. `read`: null if no log was read. */
export const headOf = ({ command, exitCode, sentence }: Head, read: Omit<Read, 'events'> | null) => ({
  schema: `fairbook-${command}/1`,
  tool: TOOL_VERSION,
  result: resultOf(exitCode),
  sentence,
  ...(read && { log: read.logId, range: { first: read.first, last: read.last }, tree: read.tree }),
})

/** For people: the title and text of each line. */
export function readLines({ logId, first, last, tree }: Omit<Read, 'events'>): [title: string, text: string][] {
  const range = last === null ? 'no events' : `ledger numbers ${first!.number} to ${last.number}, hash ${last.hash}`
  return [
    ['log', logId ?? (last === null ? 'no event was read' : 'none')],
    ['range', range],
    ['tree', `${tree.size.toLocaleString('en-US')} events, root ${tree.root}`],
  ]
}
