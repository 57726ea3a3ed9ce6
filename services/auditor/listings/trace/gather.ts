// Gathers the events that belong to threads, in passes over the log until a pass finds nothing new.
import type { Moment } from '../../walk/moment.ts'
import type { OpenLog } from '../../walk/open-log.ts'
import { type Read, Reading } from '../../walk/reading.ts'
import { forEachRow } from '../../walk/walk.ts'
import type { Thread } from './thread.ts'

/**
 * `last`: ledger number of the last event of any thread; -1 if there is none. `searched`: the part of the log that was
 * searched.
 */
export type Gathered = { readonly last: number; readonly searched: Read }

export async function gather(log: OpenLog, threads: readonly Thread[], until: Moment | null): Promise<Gathered> {
  const reading = new Reading()
  let last = -1
  let end = until
  for (let found = true, isFirst = true; found; isFirst = false) {
    found = false
    await forEachRow(log, end, (row, _, leaf) => {
      if (isFirst) reading.add(row, leaf())
      for (const thread of threads) {
        if (!thread.look(row)) continue
        found = true
        last = Math.max(last, row.number)
      }
    })
    // later passes search the same events, whatever is appended meanwhile
    end = { number: reading.end }
  }
  return { last, searched: reading.read }
}
