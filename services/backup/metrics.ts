// Metrics of backups, read when scraped: how old the last one is, and what was wrong with the last run.
import type pg from 'pg'
import { secondsBehind } from '#services/event-store/behind.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { gauge, readOnScrape } from '#services/platform/metrics/registry.ts'
import { readLastBackup } from './last-backup.ts'

const age = gauge('backup_age_seconds', 'Since the moment of the last whole backup, or since the log began without one')
const bytes = gauge('backup_bytes', 'Of the files of the last whole backup')
const failed = gauge('backup_failed', '1 for why the last run left no backup', ['code'])

type Parts = {
  readonly pool: pg.Pool
  /** The log in the same database. */
  readonly store: EventStore
  /** System time, in milliseconds. */
  readonly now?: () => number
}

/** Returns a function that stops serving them. */
export function readBackupMetrics({ pool, store, now = Date.now }: Parts): () => void {
  async function read(): Promise<void> {
    const { whole, failure } = await readLastBackup(pool)
    // if there never was a backup, the age counts from the ledger's beginning
    age.set(whole === null ? await secondsBehind(store, null, now()) : (now() - whole.takenAt.getTime()) / 1_000)
    if (whole !== null) bytes.set(whole.bytes)
    if (failure !== null) failed.set({ code: failure }, 1)
  }
  return readOnScrape({ source: 'backup', gauges: [age, bytes, failed], read })
}
