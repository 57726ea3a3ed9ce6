// The states of long streams, stored. A snapshot saves time and nothing else: it is used only if this code, this log
// and this very event made it, and thrown away otherwise (docs/decisions/0069).
import { deserialize, serialize } from 'node:v8'
import type pg from 'pg'
import { foldVersion } from './fold-version.ts'

/** A state as it is after the event of this version and hash. */
export type Snapshot<State> = { readonly version: number; readonly hash: string; readonly state: State }

export type Snapshots = {
  /**
   * The newest snapshot of a stream; null if this code and log made none, or the query failed. The caller may change
   * the state.
   */
  find<State>(stream: string): Promise<Snapshot<State> | null>
  /** Serialises the state at once and stores it in the background; a failure is logged and harmless. */
  keep<State>(stream: string, snapshot: Snapshot<State>): void
}

type Row = { readonly version: string; readonly hash: string; readonly state: Buffer }

/** States must be plain data: objects, maps, sets, and what JSON has. */
export function createSnapshots({
  pool,
  logId,
  log = () => {},
}: {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly logId: string
  readonly log?: (error: unknown) => void
}): Snapshots {
  const fold = foldVersion()

  async function find<State>(stream: string): Promise<Snapshot<State> | null> {
    const { rows } = await pool.query<Row>({
      name: 'snapshot-find',
      text: 'select version, hash, state from app.snapshot where stream = $1 and log_id = $2 and fold = $3',
      values: [stream, logId, fold],
    })
    const [row] = rows
    return row === undefined
      ? null
      : { version: Number(row.version), hash: row.hash, state: deserialize(row.state) as State }
  }

  return {
    find: (stream) =>
      find<never>(stream).catch((error: unknown) => {
        log(error)
        return null
      }),

    keep(stream, { version, hash, state }) {
      // of two processes that write, the one with more events wins; at the same version both states are equal
      pool
        .query(
          `insert into app.snapshot as old (stream, log_id, fold, version, hash, state) values ($1, $2, $3, $4, $5, $6)
           on conflict (stream) do update
              set log_id = excluded.log_id, fold = excluded.fold, version = excluded.version, hash = excluded.hash,
                  state = excluded.state, taken_at = now()
            where (old.log_id, old.fold) <> (excluded.log_id, excluded.fold) or old.version < excluded.version`,
          [stream, logId, fold, version, hash, serialize(state)],
        )
        .catch(log)
    },
  }
}
