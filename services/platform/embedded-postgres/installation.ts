// What every step on a cluster needs: the programs, the user that they run as, and where everything is.
import type { PostgresPrograms } from './binaries.ts'
import type { Credentials } from './credentials.ts'
import type { RunAs } from './run-as.ts'

export type ClusterOptions = {
  /** Contains `postgres/` (data), `postgres.json` (passwords, port), `postgres.log`. */
  readonly dataDir: string
  /** Added to the command line of Postgres, as name and value. */
  readonly settings?: Readonly<Record<string, string>>
  /** False only for clusters that are thrown away: no fsync anywhere. */
  readonly durable?: boolean
}

export type Installation = {
  readonly programs: PostgresPrograms
  readonly as: RunAs
  /** Without symbolic links. */
  readonly dataDir: string
  readonly credentials: Credentials
  readonly options: ClusterOptions
}

/** Name of the superuser. */
export const OWNER = 'postgres'
