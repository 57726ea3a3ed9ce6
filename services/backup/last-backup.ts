// How the last run of `npm run backup` ended, stored in the database that it reads: every process that serves metrics
// can see it, wherever backups are taken and kept. A run that was killed stores nothing, which shows in the age of the
// last complete backup.
import type pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'

export type LastBackup = {
  /** The moment of the last complete backup, in system time, and the size of its files; null if there is none. */
  readonly whole: { readonly takenAt: Date; readonly bytes: number } | null
  /** Why the last run left no backup: a code of BackupError, `interrupted` or `failed`; null if it left one. */
  readonly failure: string | null
}

const QUERY_TIMEOUT_MS = 10_000

const WHOLE = `
  insert into app.last_backup (taken_at, bytes) values ($1, $2)
  on conflict (one) do update set taken_at = excluded.taken_at, bytes = excluded.bytes, failure = null`
const FAILED = `
  insert into app.last_backup (failure) values ($1) on conflict (one) do update set failure = excluded.failure`
const LAST = 'select taken_at as "takenAt", bytes::float8 as bytes, failure from app.last_backup'

/** `takenAt`: system time, ISO 8601. `bytes`: size of its files. */
export const recordWhole = (url: string, takenAt: string, bytes: number) => record(url, WHOLE, [takenAt, bytes])

export const recordFailure = (url: string, failure: string) => record(url, FAILED, [failure])

async function record(url: string, sql: string, values: unknown[]): Promise<void> {
  const client = await connect(url, { name: 'fairbook backup', queryTimeoutMs: QUERY_TIMEOUT_MS })
  try {
    await client.query(sql, values)
  } finally {
    await client.end()
  }
}

type Row = { takenAt: Date | null; bytes: number | null; failure: string | null }

export async function readLastBackup(pool: pg.Pool): Promise<LastBackup> {
  const { rows } = await pool.query<Row>(LAST)
  const { takenAt = null, bytes = null, failure = null } = rows[0] ?? {}
  return { whole: takenAt === null || bytes === null ? null : { takenAt, bytes }, failure }
}
