// What long streams had come to. A snapshot saves time and nothing else: it is used only where this code, this log and this very
// event made it, and thrown away on any difference (docs/decisions/0069).
import { deserialize, serialize } from 'node:v8'
import type pg from 'pg'
import { foldVersion } from './fold-version.ts'

/** A state as it is after the event of this version and hash. */
export type Snapshot<State> = { readonly version: number; readonly hash: string; readonly state: State }

export type Snapshots = {
  /** The newest of a stream; null where there is none that this code and log made, or none can be had. The state is the caller's own. */
  find<State>(stream: string): Promise<Snapshot<State> | null>
  /** The state is serialised at once and stored in the background; that it fails harms nobody. */
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
      // of two processes that write, the one that has folded more is right, or both are
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
