// What is said of an audit beside its state: by which tool and over what it was, and where it ended.
import { DatabaseSync } from 'node:sqlite'
import { databaseName } from '../postgres/database-name.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { placeName } from '../proofs/kept.ts'
import type { End } from '../report/report.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { toolHash } from './tool-hash.ts'

/** As `remember` names them. `database`: null where the role may not see which it is. */
export type AuditedBy = { readonly tool: string; readonly database: string | null; readonly address: string }

/** Where an audit ended: after `size` events with this root, in base64, and the digest of their full tiles. `at`: when, in system time. */
export type Split = {
  readonly size: number
  readonly root: string
  readonly tiles: string
  readonly at: string
  readonly first: End
  readonly last: End
}

/** `pair`: what the file of the other thread is told by; null where that kept none. */
export type KeptAudit = Split & { readonly by: AuditedBy; readonly pair: string | null }

export async function auditedBy(snapshot: Snapshot): Promise<AuditedBy> {
  const { itself, address } = await databaseName(snapshot)
  return {
    tool: toolHash(),
    database: itself === null ? null : placeName(...itself),
    address: placeName(...address),
  }
}

/** Throws NotResumable where that was another tool, or another database. */
export function expectSame(before: AuditedBy, now: AuditedBy): void {
  if (before.tool !== now.tool) throw new NotResumable('it was kept by another version of this tool')
  const isSame = now.database === null ? before.address === now.address : before.database === now.database
  if (!isSame) throw new NotResumable('it was kept of another database')
}

const TABLE = 'kept_audit'

export function writeAudit(path: string, audit: KeptAudit): void {
  const database = new DatabaseSync(path)
  database.exec(`pragma journal_mode = off; create table ${TABLE} (audit text not null)`)
  database.prepare(`insert into ${TABLE} values (?)`).run(JSON.stringify(audit))
  database.close()
}

/** Takes it off: what goes on from it is another one. Throws where it has none. */
export function takeAudit(path: string): KeptAudit {
  const database = new DatabaseSync(path)
  const { audit } = database.prepare(`select audit from ${TABLE}`).get() as { audit: string }
  database.exec(`pragma journal_mode = off; drop table ${TABLE}`)
  database.close()
  return JSON.parse(audit) as KeptAudit
}
