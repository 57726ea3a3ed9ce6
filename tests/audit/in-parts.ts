// A log that is audited part by part, each audit going on from what the one before it has kept.
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import type { LogRow } from '#services/auditor/events/log-row.ts'
import { readSchemas } from '#services/auditor/events/schemas.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { NO_SESSIONS } from '#services/auditor/identity/sessions.ts'
import { Replay } from '#services/auditor/replay/replay.ts'
import { Spill } from '#services/auditor/spill/spill.ts'

/** `kept`: all that is in the file in the end, by name. `parts`: how many audits that were. */
export type InParts = { readonly findings: Findings; readonly parts: number; kept(): Record<string, unknown> }

/** `ends`: of all parts but the last, in numbers of events. What waits for later events is not kept: then a part is longer. */
export function auditInParts(rows: readonly LogRow[], ends: readonly number[]): InParts {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-kept-'))
  const [path, kept] = [join(folder, 'state'), join(folder, 'kept')] as const
  const findings = new Findings()
  const begin = (goesOn: boolean) => {
    const spill = new Spill({ inMemory: 10, file: { path, goesOn } })
    const replay = new Replay(readSchemas(), findings, NO_SESSIONS, null, spill)
    spill.expectAllTaken()
    return { spill, replay }
  }
  let { spill, replay } = begin(false)
  let parts = 1
  const isWhole = () => replay.stoppedAt === null && replay.state.deferredChecks.length === 0
  const due = [...ends]
  for (const [number, row] of rows.entries()) {
    if (number >= due[0]! && isWhole()) {
      due.shift()
      spill.keepIn(kept)
      spill.close()
      renameSync(kept, path)
      ;({ spill, replay } = begin(true))
      parts += 1
    }
    replay.add(row)
  }
  replay.finish()
  spill.keepIn(kept)
  spill.close()
  const contents = contentsOf(kept)
  rmSync(folder, { recursive: true })
  return { findings, parts, kept: () => contents }
}

type Row = Record<string, unknown>

function contentsOf(path: string): Record<string, unknown> {
  const database = new DatabaseSync(path)
  const rows = (query: string) => database.prepare(query).all() as Row[]
  const value = (stored: unknown) => (stored instanceof Uint8Array ? deserialize(stored) : stored)
  const parts = rows('select name, value from kept_part').map((row) => [row.name, value(row.value)] as const)
  const maps = rows('select name, size, next, marks is null as "isEmpty" from kept_map').map((row) => {
    const entries = row.isEmpty === 1 ? [] : rows(`select place, key, value from "map ${row.name}" order by place`)
    const read = entries.map((entry) => ({ ...entry, value: value(entry.value) }))
    return [row.name, { size: row.size, next: row.next, entries: read }] as const
  })
  database.close()
  return Object.fromEntries([...parts, ...maps])
}
