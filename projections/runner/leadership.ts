// Who folds: the one whose connection holds the advisory lock. The rows are moved by that same connection, so whoever
// loses it cannot write any more.
import pg from 'pg'

const LEADER = `hashtextextended('fairbook.projector', 0)`
const CONNECT_MS = 10_000

/** The schema that holds the read models which are served. */
export const SERVED = 'app'

export type ConnectOptions = {
  readonly name?: string
  /** A statement that is not answered by then never will be: the connection is cut. */
  readonly giveUpMs?: number
  /** It writes batches, always the same few statements. */
  readonly batches?: boolean
}

/**
 * The plans of a batch's statements are known: a few rows, each by its key. What the planner saw when a table was empty
 * would mislead it for as long as it keeps the plan.
 */
const BATCH_PLANS = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off`

/**
 * A connection for folding into `schema`. A commit does not wait for the disk: rows and checkpoint are lost together
 * or not at all, and what a crash takes is folded again from the log.
 */
export async function connect(
  url: string,
  schema: string,
  { name = 'fairbook projector', giveUpMs, batches = false }: ConnectOptions = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    pipeline: true,
    ...(giveUpMs === undefined ? {} : { query_timeout: giveUpMs }),
  })
  // whatever is under way rejects as well
  client.on('error', () => undefined)
  await client.connect()
  // the server notices within seconds that this machine has vanished, and gives the lock to another
  await client.query(`
    set search_path = ${schema};
    set synchronous_commit = off;
    set tcp_keepalives_idle = 3;
    set tcp_keepalives_interval = 1;
    set tcp_keepalives_count = 3`)
  if (batches) await client.query(BATCH_PLANS)
  return client
}

/** Held until the connection ends. Never waited for in the database: a waiting query would hold back its vacuum. */
export async function tryLead(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ leads: boolean }>(`select pg_try_advisory_lock(${LEADER}) as leads`)
  return rows[0]?.leads === true
}
