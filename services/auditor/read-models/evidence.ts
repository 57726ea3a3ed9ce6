// The provider's messages that events name, collected as the log is read.
import type { ReadEvent } from '../events/read-event.ts'
import { flat, time } from '../postgres/table-lines.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { TextModel } from './read-model.ts'
import { TableCheck } from './table-check.ts'

const EVIDENCE = { table: 'evidence', columns: ['fixture_id', 'message', 'kind', 'named_at'] }
const COUNT = { table: 'evidence_count', columns: ['one', 'messages'] }
const FIXTURE = 'fixture-'
/** How many messages stay in memory, at a little over a hundred bytes each. All of them are looked up at the end. */
const IN_MEMORY = 65_536

export const evidenceModel: TextModel = {
  isOfText: true,
  projection: 'evidence',
  tables: [COUNT, EVIDENCE],
  async begin({ snapshot: { main }, findings, spill, from }) {
    const check = new TableCheck(EVIDENCE, findings)
    const count = new TableCheck(COUNT, findings)
    /** By '<fixture> <message>': kind and time of the first event that named it. */
    const named = spill.map<string>('messages that are named', IN_MEMORY)
    /**
     * If an audit goes on from an earlier one, the messages that only its own events name, and the earliest time among
     * them; else null.
     */
    const fresh = from === 0 ? null : spill.scratch<number>(IN_MEMORY)
    let since: string | null = null
    const name = (fixture: string, message: string, kind: string, at: string) => {
      const key = `${fixture} ${message}`
      if (named.has(key)) return
      named.add(key, flat(`${kind}\t${time(at)}`))
      if (fresh === null) return
      fresh.set(key, 1)
      if (since === null || at < since) since = at
    }
    const freshRows = (keys: SpillMap<number>) => ({
      keys: () => keys.keys(),
      count: keys.size,
      among: { where: since === null ? 'false' : `named_at >= '${since}'`, has: (key: string) => keys.has(key) },
    })
    return {
      event({ body }: ReadEvent) {
        if (body?.type === 'BetPlaced') {
          for (const { fixture, message } of body.data.legs) {
            if (message !== undefined) name(fixture, message, 'quote', body.meta.at)
          }
        } else if (body?.type === 'ResultRecorded' || body?.type === 'ResultCorrected') {
          const fixture = body.stream.slice(FIXTURE.length)
          for (const { message } of body.data.reads) name(fixture, message, 'score', body.meta.at)
        }
      },
      async finish() {
        const rowOf = (key: string) => {
          const about = named.peek(key)
          return about === undefined ? null : `${key.replace(' ', '\t')}\t${about}`
        }
        const rows = fresh === null ? { keys: () => named.keys(), count: named.size } : freshRows(fresh)
        await check.compareAll(main, spill, 2, { rowOf, ...rows })
        const countOf = (key: string) => (key === 't' ? `t\t${named.size}` : null)
        await count.compareAll(main, spill, 1, { rowOf: countOf, keys: () => ['t'] })
      },
      rows: () => check.rows + count.rows,
    }
  },
}
