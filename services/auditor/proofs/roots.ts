// The roots of a log at some sizes. The log is read once and hashed, but not checked.
import type { LogRow } from '../events/log-row.ts'
import { LogTree } from '../tree/log-tree.ts'
import type { OpenLog } from '../walk/open-log.ts'
import { type Read, Reading } from '../walk/reading.ts'

export type Roots = { readonly read: Read; rootAt(size: number): string | null }

/** `visit`: called with each row and its leaf. */
export async function readRoots(
  log: OpenLog,
  sizes: readonly number[],
  visit: (row: LogRow, leaf: Buffer) => void = () => undefined,
): Promise<Roots> {
  const wanted = new Set(sizes)
  const roots = new Map<number, string>()
  const tree = new LogTree()
  const reading = new Reading(tree)
  for await (const { rows, leaf } of log.read()) {
    for (let index = 0; index < rows.length; index++) {
      const hash = leaf(index)
      reading.add(rows[index]!, hash)
      visit(rows[index]!, hash)
      if (wanted.has(tree.size)) roots.set(tree.size, tree.root())
    }
    log.report(tree.size, log.total)
  }
  return { read: reading.read, rootAt: (size) => roots.get(size) ?? null }
}
