// Receipts (c2sp.org/tlog-proof) of events, made from the log itself and not from the stored tree.
import type { LogRow } from '../events/log-row.ts'
import { Incomplete } from '../failures.ts'
import { LogTree } from '../tree/log-tree.ts'
import { openCheckpoint } from '../tree/signed-note.ts'
import type { OpenLog } from '../walk/open-log.ts'
import { keysOf } from './checkpoint.ts'
import { readRoots } from './roots.ts'

/** The newest signed checkpoint. `root`: base64. */
export type SignedTree = { readonly note: string; readonly size: number; readonly root: string }

/** Null if there is none, or no key that the log names has signed it. */
export async function signedTree(log: OpenLog): Promise<SignedTree | null> {
  const stored = await log.signed()
  const newest = stored.checkpoints.at(-1)
  const opened = newest === undefined ? null : openCheckpoint(newest.note, keysOf(stored))
  if (opened === null || !opened.ok) return null
  const { size, root } = opened.checkpoint
  return { note: newest!.note, size, root }
}

type Range = { readonly from: number; readonly to: number; readonly tree: LogTree }

/**
 * The receipts of those events that the checkpoint covers, by ledger number. Reads the log once. Throws Incomplete if
 * the log is not the one that was signed.
 */
export async function receiptsOf(
  log: OpenLog,
  { note, size, root }: SignedTree,
  events: readonly Pick<LogRow, 'number' | 'body'>[],
): Promise<ReadonlyMap<number, string>> {
  const ranges = new Map<string, Range>()
  const beside = (number: number) =>
    siblings(number, size).map(([from, to]) => {
      const name = `${from}-${to}`
      const range = ranges.get(name) ?? { from, to, tree: new LogTree() }
      ranges.set(name, range)
      return range
    })
  const paths = events.filter(({ number }) => number < size).map((event) => [event, beside(event.number)] as const)
  const ahead = [...ranges.values()].sort((one, other) => other.from - one.from)
  let open: Range[] = []
  const roots = await readRoots(log, [size], ({ number }, leaf) => {
    while (ahead.length > 0 && ahead.at(-1)!.from <= number) open.push(ahead.pop()!)
    open = open.filter(({ to }) => number < to)
    for (const { tree } of open) tree.add(leaf)
  })
  if (roots.rootAt(size) !== root)
    throw new Incomplete('the log is not the one that was signed: ledger verify says where')
  return new Map(
    paths.map(([{ number, body }, path]) => {
      const lines = [
        'c2sp.org/tlog-proof@v1',
        `extra ${Buffer.from(body).toString('base64')}`,
        `index ${number}`,
        ...path.map(({ tree }) => tree.root()),
        '',
        note,
      ]
      return [number, lines.join('\n')]
    }),
  )
}

/**
 * The ranges of events under the siblings on the path from a leaf to the root, lowest first (RFC 6962, section 2.1.1).
 */
function siblings(index: number, size: number): [from: number, to: number][] {
  const beside: [number, number][] = []
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + 2 ** Math.ceil(Math.log2(to - from) - 1)
    if (index < middle) {
      beside.push([middle, to])
      to = middle
    } else {
      beside.push([from, middle])
      from = middle
    }
  }
  return beside.reverse()
}
