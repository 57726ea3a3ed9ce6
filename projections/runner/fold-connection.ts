// The connections that fold events into read models.
import type pg from 'pg'
import { connect } from '#services/platform/database/connect.ts'
import { STANDS_STILL_MS } from '#services/platform/database/leadership.ts'
import { AS_SERVICES } from '#services/platform/database/roles.ts'

/** Name of the connection that writes trailing read models. */
export const TRAILS = 'fairbook projector trailing'

/** The schema of the read models that are served. */
export const SERVED = 'app'

export type FoldConnectionOptions = {
  readonly name?: string | undefined
  /** A statement without a result by then counts as lost, and fails. */
  readonly queryTimeoutMs?: number
  /** The connection writes batches, always by the same few statements. */
  readonly batches?: boolean
}

/**
 * A commit does not wait for the disk: rows and checkpoint are lost together or not at all, and what a crash takes is
 * folded again from the log. The keepalives let the server notice within seconds that this machine is gone, and release
 * its locks.
 */
const settingsFor = (schema: string) => `
  ${AS_SERVICES};
  set search_path = ${schema};
  set synchronous_commit = off;
  set tcp_keepalives_idle = 3;
  set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = 3`

/**
 * The right plans for a batch's statements are known: a few rows, each by its key. Plans made while a table was empty
 * would be wrong for as long as they are cached.
 */
const BATCH_PLANS = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off`

/**
 * The transaction of a frozen process is rolled back, which releases its locks: the next leader writes the same rows.
 */
const LETS_GO = `set idle_in_transaction_session_timeout = ${STANDS_STILL_MS}`

/** A connection for folding into `schema`. */
export async function connectToFold(
  url: string,
  schema: string,
  { name = 'fairbook projector', queryTimeoutMs, batches = false }: FoldConnectionOptions = {},
): Promise<pg.Client> {
  return connect(url, {
    name,
    pipeline: true,
    settings: batches ? `${settingsFor(schema)};${BATCH_PLANS};${LETS_GO}` : settingsFor(schema),
    ...(queryTimeoutMs !== undefined && { queryTimeoutMs }),
  })
}
