import type pg from 'pg'
import { closeLog } from '#services/event-store/postgres/moved.ts'

/** Runs `work` while the log of a database is closed, like one that moved to another store. `owner`: of the log. */
export async function whileMoved(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('begin')
  await closeLog(owner)
  await owner.query('commit')
  try {
    await work()
  } finally {
    await owner.query('alter table log.events drop constraint log_moved')
  }
}
