// What is kept of an audit besides its state: which tool audited what, and where it ended.
import { DatabaseSync } from 'node:sqlite'
import { databaseName } from '../postgres/database-name.ts'
import type { Snapshot } from '../postgres/snapshot.ts'
import { placeName } from '../proofs/kept.ts'
import type { End } from '../report/report.ts'
import { NotResumable } from '../spill/not-resumable.ts'
import { toolHash } from './tool-hash.ts'

/** By the names that `remember` uses. `database`: null if the role may not see which one it is. */
export type AuditedBy = { readonly tool: string; readonly database: string | null; readonly address: string }

/**
 * Where an audit ended: after `size` events, with the root of their tree and the digest of its full tiles (see
 * `TileChain`), both base64. `at`: system time.
 */
export type Split = {
  readonly size: number
  readonly root: string
  readonly tiles: string
  readonly at: string
  readonly first: End
  readonly last: End
}

/** `pair`: the random mark that the other thread's file shares; null if there is none. */
export type KeptAudit = Split & { readonly by: AuditedBy; readonly pair: string | null }

export async function auditedBy(snapshot: Snapshot): Promise<AuditedBy> {
  const { itself, address } = await databaseName(snapshot)
  return {
    tool: toolHash(),
    database: itself === null ? null : placeName(...itself),
    address: placeName(...address),
  }
}

/** Throws NotResumable if the audit before was made by another tool or of another database. */
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

/** Reads and removes it, since the file is about to become that of another audit. Throws if there is none. */
export function takeAudit(path: string): KeptAudit {
  const database = new DatabaseSync(path)
  const { audit } = database.prepare(`select audit from ${TABLE}`).get() as { audit: string }
  database.exec(`pragma journal_mode = off; drop table ${TABLE}`)
  database.close()
  return JSON.parse(audit) as KeptAudit
}
