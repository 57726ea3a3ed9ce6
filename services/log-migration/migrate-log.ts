// Moves a product's log from Postgres into another store, along with everything that refers to positions in it. The log
// in Postgres keeps its events and accepts no more. After any interruption, repeating it continues.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { LEDGER_STREAM } from '#domain/ledger/log-events.ts'
import { type RebuildProgress, rebuild } from '#projections/rebuild/rebuild.ts'
import type { EncodedEvent, EventStore } from '#services/event-store/port.ts'
import { APPEND_LOCK } from '#services/event-store/postgres/append-sql.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { closeLog, keepVacuumsOffLog, mayCloseLog } from '#services/event-store/postgres/moved.ts'
import { TILE_WIDTH } from '#services/merkle/tiles.ts'
import { connect } from '#services/platform/database/connect.ts'
import { inTransactionOn } from '#services/platform/database/transaction.ts'
import { isBlocked, waitShortly } from '#services/platform/database/vacuums.ts'
import { saidBy } from '#services/transparency/checkpoint.ts'
import { readHead } from '#services/transparency/tile-rows.ts'
import { type LogTree, treeOf } from '#services/transparency/tree-of.ts'
import { copyEvents } from './copy-events.ts'
import { MoveError } from './errors.ts'

export type MigrationOptions = {
  /** The database of the product, as its services use it. */
  readonly url: string
  /** The same, as a role that can act as the owner of the log. */
  readonly ownerUrl: string
  /** Opens the other store; if it has no log, it begins one with this event. */
  readonly openTarget: (first: EncodedEvent) => Promise<EventStore>
  readonly progress?: (progress: MigrationProgress) => void
  readonly signal?: AbortSignal | undefined
}
/** A vacuum that does not give way: it prevents wraparound of transaction ids, or was started by hand. */
type Waiting = 'waiting for an audit to end' | 'waiting for a vacuum of the log to end'
export type MigrationProgress =
  | { readonly step: 'copying' | 'comparing' | Waiting; readonly events: number }
  | { readonly step: 'building'; readonly rebuild: RebuildProgress }

/**
 * `root`: of the tree over all events, base64, the same in both stores. `checkpoints`: how many signed ones it was
 * compared with.
 */
export type Migrated = { readonly events: number; readonly root: string; readonly checkpoints: number }

/** How long Postgres may take to forget the connections of a killed process. */
const STOPPED_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 100
const TRY_APPEND_LOCK = `select pg_try_advisory_lock(${APPEND_LOCK}) as free`
const NAME = 'fairbook log migration'
/** A process has several connections. An audit may continue. */
const OTHERS = `
  select distinct application_name as name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'fairbook%'
    and application_name not in ('fairbook ledger', '${NAME}')
  order by 1`

/**
 * Throws MoveError if the product runs, there is no ledger in the database, the other store holds something else, or
 * the copy does not have the roots that were signed.
 */
export async function migrateLog({
  url,
  ownerUrl,
  openTarget,
  progress = () => undefined,
  signal,
}: MigrationOptions): Promise<Migrated> {
  const client = await connect(url, { name: NAME })
  const clients = [client]
  const opened: EventStore[] = []
  try {
    await expectStopped(client)
    const owner = await connect(ownerUrl, { name: NAME })
    clients.push(owner)
    if (!(await mayCloseLog(owner)))
      throw new MoveError('move_settings', 'this role may not close the log in Postgres: set DATABASE_OWNER_URL')
    const from = await openSource(client, url)
    opened.push(from)
    const to = await openTarget(await firstOf(from))
    opened.push(to)
    if (to.logId !== from.logId)
      throw new MoveError('move_not_empty', `the other store holds log ${to.logId}, not ${from.logId}`)
    const events = await copyEvents({ from, to, signal, progress: (events) => progress({ step: 'copying', events }) })
    progress({ step: 'comparing', events })
    const signed = await signedRoots(client)
    const head = await readHead(client)
    const tree = await compared(from, to, new Set([...signed.keys(), head?.size ?? 0]), signal)
    for (const [size, root] of signed) expectRoot(tree, size, root)
    // closed here, because its connections would be taken for the product's
    await from.close()
    await closeOld(client, owner, (step) => progress({ step, events }), signal)
    await rebuild({ store: to, url, signal, progress: (rebuild) => progress({ step: 'building', rebuild }) })
    await movePlaces(client, tree, head?.size ?? null)
    return { events, root: tree.root, checkpoints: signed.size }
  } finally {
    for (const store of opened) await store.close()
    for (const one of clients) await one.end()
  }
}

/** Checks that nobody else is connected. From then on nobody appends, because that waits for the lock. */
async function expectStopped(client: pg.Client): Promise<void> {
  for (const end = performance.now() + STOPPED_WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
    const others = await othersOf(client)
    const { rows } = others.length > 0 ? { rows: [] } : await client.query<{ free: boolean }>(TRY_APPEND_LOCK)
    if (rows[0]?.free === true) return
    if (performance.now() >= end) throw running(others.length > 0 ? others : ['somebody writes to the log'])
  }
}

async function othersOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(OTHERS)
  return rows.map(({ name }) => name)
}

const running = (names: readonly string[]) =>
  new MoveError('move_product_runs', `the product is running (${names.join(', ')}): stop it first`)

/**
 * Closes the log in Postgres: from its end on it accepts nothing, before anything refers to the new one. A process that
 * started meanwhile is noticed, because it connects before it waits for what is locked here. An audit that reads the
 * log may finish first.
 */
async function closeOld(
  client: pg.Client,
  owner: pg.Client,
  waits: (step: Waiting) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    await expectStopped(client)
    let step: Waiting = 'waiting for a vacuum of the log to end'
    try {
      await inTransactionOn(owner, async () => {
        await keepVacuumsOffLog(owner)
        step = 'waiting for an audit to end'
        await waitShortly(owner)
        await closeLog(owner)
        const others = await othersOf(owner)
        if (others.length > 0) throw running(others)
      })
      return
    } catch (error) {
      if (!isBlocked(error)) throw error
      waits(step)
      await pause(LOOK_EVERY_MS)
    }
  }
}

async function openSource(client: pg.Client, url: string): Promise<EventStore> {
  const { rows } = await client.query('select 1 from log.events limit 1')
  if (rows.length === 0)
    throw new MoveError(
      'move_settings',
      'there is no ledger in this database: a new product starts on EventStoreDB by EVENTSTORE_URL',
    )
  return PostgresLog.open({ url, evenMoved: true })
}

async function firstOf(store: EventStore): Promise<EncodedEvent> {
  for await (const { version, type, id, hash, body } of store.readStream(LEDGER_STREAM))
    return { version, type, id, hash, body }
  throw new MoveError('move_different', `the log has no stream ${LEDGER_STREAM}`)
}

/** By number of events. */
async function signedRoots(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ note: string }>('select note from app.log_checkpoint')
  const said = rows.map(({ note }) => saidBy(note))
  return new Map(said.map(({ size, root }) => [size, root.toString('base64')]))
}

async function compared(
  from: EventStore,
  to: EventStore,
  sizes: ReadonlySet<number>,
  signal?: AbortSignal,
): Promise<LogTree> {
  const [before, after] = [
    await treeOf(from.readAll(null), sizes, signal),
    await treeOf(to.readAll(null), sizes, signal),
  ]
  if (before.size !== after.size || before.root !== after.root)
    throw new MoveError(
      'move_different',
      `the copy has ${after.size} events with root ${after.root}, the log ${before.size} with ${before.root}`,
    )
  return after
}

function expectRoot({ roots }: LogTree, size: number, root: string): void {
  const found = roots.get(size)
  if (found !== root)
    throw new MoveError(
      'move_different',
      `the checkpoint of ${size} events was signed over ${root}, and the log has ${found ?? 'fewer'} there`,
    )
}

/**
 * Updates positions: the signed tree says where in the store its tiles begin and where it ends. Sessions' last writes
 * are cleared, since they have no position in the other store.
 */
async function movePlaces(client: pg.Client, { positions, size }: LogTree, headSize: number | null): Promise<void> {
  const tiles = Array.from({ length: Math.floor(size / TILE_WIDTH) + 1 }, (_, index) => index)
  await client.query(
    `with sessions as (update app.session set wrote = null where wrote is not null),
       tiles as (
         update app.log_tile t set follows = moved.follows from unnest($1::bigint[], $2::text[]) as moved(index, follows)
         where t.level = 0 and t.index = moved.index)
     update app.log_tree set position = $3`,
    [
      tiles,
      tiles.map((index) => positions.get(index * TILE_WIDTH) ?? null),
      headSize === null ? null : (positions.get(headSize) ?? null),
    ],
  )
}
