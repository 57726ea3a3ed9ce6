// Audits a log in parts, each audit continuing from what the previous one kept.
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deserialize } from 'node:v8'
import type { LogRow } from '#services/auditor/events/log-row.ts'
import { readSchemas } from '#services/auditor/events/schemas.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { Replay } from '#services/auditor/replay/replay.ts'
import { Packing } from '#services/auditor/spill/packing.ts'
import { Spill } from '#services/auditor/spill/spill.ts'
import type { Shelved } from '#services/auditor/spill/spill-map.ts'
import type { Row } from '#services/auditor/spill/table.ts'

/** `kept`: the content of the last kept file, by name. `parts`: how many audits there were. */
export type InParts = { readonly findings: Findings; readonly parts: number; kept(): Record<string, unknown> }

/**
 * `ends`: where all parts but the last end, in numbers of events. A state that waits for later events is not kept; then
 * a part is longer.
 */
export function auditInParts(rows: readonly LogRow[], ends: readonly number[]): InParts {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-kept-'))
  const [path, kept] = [join(folder, 'state'), join(folder, 'kept')] as const
  const findings = new Findings()
  const begin = (goesOn: boolean) => {
    const spill = new Spill({ inMemory: 10, file: { path, goesOn } })
    const replay = new Replay(readSchemas(), findings, { spill })
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
      spill.leave()
      renameSync(kept, path)
      ;({ spill, replay } = begin(true))
      parts += 1
    }
    replay.add(row)
  }
  replay.finish()
  spill.keepIn(kept)
  spill.leave()
  const contents = contentsOf(kept)
  rmSync(folder, { recursive: true })
  return { findings, parts, kept: () => contents }
}

function contentsOf(path: string): Record<string, unknown> {
  const database = new DatabaseSync(path)
  const rows = <Row>(query: string) => database.prepare(query).all() as Row[]
  const kept = <Value>(table: string) =>
    rows<{ name: string; value: Uint8Array }>(`select name, value from ${table}`).map(
      ({ name, value }) => [name, deserialize(value) as Value] as const,
    )
  const maps = kept<Shelved>('kept_map').map(([name, { size, next, table }]) => {
    const packing = new Packing(table?.shapes)
    const entries = table === null ? [] : rows<Row>(`select place, key, value from "map ${name}" order by place`)
    const read = entries.map(({ place, key, value }) => ({ place, key, value: packing.unpack(value) }))
    return [name, { size, next, entries: read }] as const
  })
  const parts = kept('kept_part')
  database.close()
  return Object.fromEntries([...parts, ...maps])
}
