// Which backups are kept: a number of the newest whatever their age, and beyond those, recent ones.
import type { NamedBackup } from './names.ts'

const DAY_MS = 86_400_000

export type Retention = {
  /** At least this many are kept; one or more. */
  readonly count: number
  readonly days: number
}

/** Those that may be removed. `backups`: newest first. */
export const beyond = (backups: readonly NamedBackup[], { count, days }: Retention, now: Date): NamedBackup[] =>
  backups.slice(count).filter(({ takenAt }) => now.getTime() - takenAt.getTime() > days * DAY_MS)
