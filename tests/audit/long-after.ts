// The rows of people as an audit judges them once nothing can be in progress any more.
import type pg from 'pg'
import { readSchemas } from '#services/auditor/events/schemas.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { checkIdentities } from '#services/auditor/identity/identities.ts'
import { checkRequests } from '#services/auditor/identity/requests.ts'
import { Replay } from '#services/auditor/replay/replay.ts'

type Row = { position: string; stream: string; version: number; type: string; hash: string; body: string }

/** Codes of the findings. */
export async function foundLongAfter(client: pg.Client): Promise<string[]> {
  const replay = new Replay(readSchemas(), new Findings())
  const { rows } = await client.query<Row>(
    'select position, stream, version::integer, type, hash, body from log.events order by position',
  )
  for (const [number, row] of rows.entries()) replay.add({ ...row, number, id: null, storedAt: null })
  const findings = new Findings()
  const underWay = { newerThan: null, doneBefore: '9999-01-01T00:00:00.000Z' }
  await checkIdentities(client, replay.state, findings, null, underWay)
  await checkRequests(client, replay.state, findings, underWay)
  return findings.sorted().map(({ code }) => code)
}
