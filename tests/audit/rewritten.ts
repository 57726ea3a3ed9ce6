// Logs of the corpus that were changed and then chained again, so that hashes and chains reveal nothing and only the
// rules do.

import { expect, test } from 'vitest'
import type { LogRow } from '#services/auditor/events/log-row.ts'
import { readSchemas } from '#services/auditor/events/schemas.ts'
import type { FindingCode } from '#services/auditor/findings/finding-codes.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { Replay } from '#services/auditor/replay/replay.ts'
import { Spill } from '#services/auditor/spill/spill.ts'
import { decodeBody, encodeEvent } from '#services/event-store/encoding.ts'
import type { EventBody, StoredEvent } from '#services/event-store/port.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { CORPUS_START, idOf, playScript } from '../corpus/script.ts'
import { auditInParts } from './in-parts.ts'

/** A body whose parts a test may change. */
export type Draft = Pick<EventBody, 'type' | 'schema' | 'stream' | 'log' | 'data' | 'meta'>

/** What an event is replaced by: another, several, or none. */
export type Change = (draft: Draft) => Draft | readonly Draft[] | null

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Sets values by their paths ('data.legs.0.odds'); a function is given the old value. */
export function set(values: Record<string, Json | ((old: never) => Json)>): Change {
  return (draft) => {
    for (const [path, value] of Object.entries(values)) {
      const keys = path.split('.')
      const last = keys.pop()!
      let parent = draft as unknown as Record<string, Json>
      for (const key of keys) parent = parent[key] as Record<string, Json>
      parent[last] = typeof value === 'function' ? value(parent[last] as never) : value
    }
    return draft
  }
}

/** As if somebody else had done it. */
export const by = (name: string, role: string): Change => set({ 'meta.actor': { id: idOf(name), role } })

export const has = (key: string, value: unknown) => (draft: Draft) =>
  (draft.data as Record<string, unknown>)[key] === value

export const twice: Change = (draft) => [draft, structuredClone(draft)]
/** Another event follows it, made from a copy, in a command of its own. */
export const followedBy =
  (change: (copy: Draft) => Draft): Change =>
  (draft) => {
    const { meta, ...copy } = structuredClone(draft)
    const command = { ...meta.command, id: idOf('a command of its own') }
    return [draft, change({ ...copy, meta: { ...meta, command } })]
  }
export const gone: Change = () => null
export const unexplained: Change = ({ meta, ...draft }) => {
  const { reason: _, ...rest } = meta as unknown as Record<string, unknown>
  return { ...draft, meta: rest as unknown as Draft['meta'] }
}

/** An event in version 1, with version 1 of the metadata. */
export const first = ({ meta, ...draft }: Draft): Draft => {
  const whole = { session: null, causation: null, correlation: meta.command.id, ...meta, reason: null }
  return { ...draft, schema: 1, meta: whole }
}

export async function corpusLog(play: (store: MemoryLog) => Promise<void> = playScript): Promise<StoredEvent[]> {
  const store = await MemoryLog.open(CORPUS_START)
  await play(store)
  const events: StoredEvent[] = []
  for await (const page of store.readAll(null)) events.push(...page)
  return events
}

/** The log with some bodies changed, dropped or followed by others, and everything after them chained again. */
export function rewrite(
  events: readonly StoredEvent[],
  change: (draft: Draft, index: number) => ReturnType<Change> = (draft) => draft,
): LogRow[] {
  const heads = new Map<string, { version: number; hash: string }>()
  const rows: LogRow[] = []
  for (const [index, event] of events.entries()) {
    const changed = change(decodeBody(event.body), index) ?? []
    for (const { type, schema, stream, log, data, meta } of Array.isArray(changed) ? changed : [changed]) {
      const head = heads.get(stream)
      const version = (head?.version ?? -1) + 1
      const one = encodeEvent({ log, stream, version, type, schema, data, meta, prev: head?.hash ?? null })
      heads.set(stream, { version, hash: one.hash })
      rows.push({ ...one, stream, number: rows.length, position: String(rows.length), storedAt: null })
    }
  }
  return rows
}

/**
 * The auditor's findings. Checks that they are the same with the state in memory or almost entirely on disk, and for an
 * audit that continues from an earlier one.
 */
export function audit(rows: readonly LogRow[]): Findings {
  const inMemory = auditWith(rows, new Spill())
  expect(auditWith(rows, new Spill({ inMemory: 10 })).sorted()).toEqual(inMemory.sorted())
  expect(auditInParts(rows, [someNumber(rows)]).findings.sorted()).toEqual(inMemory.sorted())
  return inMemory
}

function auditWith(rows: readonly LogRow[], spill: Spill): Findings {
  const findings = new Findings()
  const replay = new Replay(readSchemas(), findings, { spill })
  for (const row of rows) replay.add(row)
  replay.finish()
  spill.close()
  return findings
}

/** A number that differs between logs, but not between runs. */
function someNumber(rows: readonly LogRow[]): number {
  return Number.parseInt(rows.at(-1)?.hash.slice(0, 8) ?? '0', 16) % (rows.length + 1)
}

export const codesIn = (findings: Findings): Set<FindingCode> => new Set(findings.sorted().map(({ code }) => code))

/** A change of the first matching event of a type, and what the audit has to report. */
export type Mutation = readonly [
  what: string,
  code: FindingCode,
  type: string,
  change: Change,
  fits?: (draft: Draft) => boolean,
]

/** The codes found when the first matching event is changed. Throws if none matches. */
export function codesOfChanged(
  log: readonly StoredEvent[],
  type: string,
  change: Change,
  fits: (draft: Draft) => boolean = () => true,
): Set<FindingCode> {
  let done = false
  const rows = rewrite(log, (draft) => {
    if (done || draft.type !== type || !fits(draft)) return draft
    done = true
    return change(draft)
  })
  if (!done) throw new Error(`no ${type} fits`)
  return codesIn(audit(rows))
}

/** Tests that the log itself is clean, and that each mutation of it is found. `about`: prefix of their titles. */
export function testMutations(log: () => readonly StoredEvent[], mutations: readonly Mutation[], about = ''): void {
  test('the log itself, chained again, is clean', () => expect(audit(rewrite(log())).sorted()).toEqual([]))

  test.each(mutations.map((one) => [`${about}${one[0]}: ${one[1]}`, one] as const))(
    '%s',
    (_, [, code, type, change, fits]) => {
      expect([...codesOfChanged(log(), type, change, fits)]).toContain(code)
    },
  )
}
