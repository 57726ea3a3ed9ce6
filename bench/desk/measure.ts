// Requests lists over HTTP, one call after the other, and measures how long each took and what it read.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { processorMs } from '../processor-time.ts'
import type { Desk } from './desk.ts'
import { BOUNDS, type Body, type List, listsOf, type Samples } from './lists.ts'

/**
 * `firstMs`: of the first call, before anything is in memory; for later pages, of the slowest one opened for the first
 * time. `busyP95Ms`: processor time of api and Postgres together per call; null if the system does not say. `ratio`:
 * median of the call over that of reading the same number of rows from an index alone. `scanned`: rows that a call read
 * without an index.
 */
export type Measured = {
  readonly name: string
  readonly firstMs: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly busyP95Ms: number | null
  readonly ratio: number
  readonly scanned: number
}

/**
 * `calls`: per list's first page. `deep`: how many later pages, if there are any. `scans`: false leaves those
 * measurements out, which take a second each.
 */
export type Measuring = {
  readonly calls: number
  readonly deep: number
  readonly scans: boolean
  readonly only?: RegExp
}

/** Postgres reports what was read at most once a second. */
const TOLD_AFTER_MS = 1_100
const FIRST_WITHIN_MS = 60_000

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

class CallFailed extends Error {}

type Call = { readonly ms: number; readonly busyMs: number | null; readonly body: Body }

/** `servers`: the processes whose work is measured. */
async function ask({ origin, token }: Desk, path: string, servers: readonly number[]): Promise<Call> {
  const before = processorMs(servers)
  const begin = performance.now()
  const reply = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await reply.text()
  const ms = performance.now() - begin
  const after = processorMs(servers)
  if (reply.status !== 200) throw new CallFailed(`${path}: ${reply.status} ${text.slice(0, 300)}`)
  const busyMs = before === null || after === null ? null : after - before
  return { ms, busyMs, body: JSON.parse(text) as Body }
}

/**
 * The first call, which loads what the api keeps in memory. A long account's events may take longer than the deadline
 * of a call, and then it is repeated. Returns how long it took in total.
 */
async function askFirst(desk: Desk, path: string): Promise<Call> {
  const begin = performance.now()
  for (;;) {
    try {
      const { body } = await ask(desk, path, [])
      return { ms: performance.now() - begin, busyMs: null, body }
    } catch (error) {
      if (!(error instanceof CallFailed) || performance.now() - begin > FIRST_WITHIN_MS) throw error
      await pause(1_000)
    }
  }
}

/** The api and its backends. */
async function serversOf({ api }: Desk, db: pg.Client): Promise<number[]> {
  const { rows } = await db.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return [api, ...rows.map(({ pid }) => pid)]
}

/** One row for each list, and one for the pages after its first. */
export async function measureLists(
  desk: Desk,
  url: string,
  samples: Samples,
  measuring: Measuring,
): Promise<Measured[]> {
  const { only = /./ } = measuring
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const measured: Measured[] = []
    for (const list of listsOf(samples).filter(({ name }) => only.test(name)))
      measured.push(...(await measureList(desk, db, list, measuring)))
    return measured
  } finally {
    await db.end()
  }
}

async function measureList(
  desk: Desk,
  db: pg.Client,
  list: List,
  { calls, deep: pages, scans }: Measuring,
): Promise<Measured[]> {
  const { name, path, next, bound } = list
  const before = await scannedRows(db)
  const first = await askFirst(desk, path)
  const servers = await serversOf(desk, db)
  const times: Call[] = []
  const bounds: number[] = []
  await boundMs(db, bound)
  // alternating, so that anything else that the machine does slows both
  for (let call = 0; call < calls; call++) {
    times.push(await ask(desk, path, servers))
    bounds.push(await boundMs(db, bound))
  }
  const pagesOn = async (): Promise<Call[]> => {
    const walked: Call[] = []
    for (let page = next?.(first.body) ?? null; page !== null && walked.length < pages; ) {
      const call = await ask(desk, page, servers)
      walked.push(call)
      page = next!(call.body)
    }
    return walked
  }
  // as with the first page: once from wherever the data is, then again when it has been used
  const untouched = await pagesOn()
  const deep = await pagesOn()
  if (scans) {
    await pause(TOLD_AFTER_MS)
    for (let call = 0; call < 2; call++) await ask(desk, path, [])
  }
  const scanned = Math.round(((await scannedRows(db)) - before) / (calls + 2 * deep.length + 3))
  const row = (title: string, all: readonly Call[], firstMs: number): Measured => {
    const clock = all.map(({ ms }) => ms)
    const busy = all.flatMap(({ busyMs }) => busyMs ?? [])
    const p50Ms = percentile(clock, 0.5)
    return {
      ...{
        name: title,
        firstMs,
        p50Ms,
        p95Ms: percentile(clock, 0.95),
        ratio: p50Ms / percentile(bounds, 0.5),
        scanned,
      },
      busyP95Ms: busy.length === 0 ? null : percentile(busy, 0.95),
    }
  }
  const firstWalk = Math.max(...untouched.map(({ ms }) => ms))
  return [
    row(name, times, first.ms),
    ...(deep.length > 0 ? [row(`${name}, ${deep.length} pages on`, deep, firstWalk)] : []),
  ]
}

async function boundMs(db: pg.Client, bound: List['bound']): Promise<number> {
  const begin = performance.now()
  await db.query({ name: `bound ${bound}`, text: BOUNDS[bound] })
  return performance.now() - begin
}

/** Only of tables that grow with the book; small ones are rightly scanned. */
async function scannedRows(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ scanned: string }>(
    `select coalesce(sum(seq_tup_read), 0) as scanned from pg_stat_user_tables
      where schemaname in ('app', 'log') and n_live_tup >= 500`,
  )
  return Number(rows[0]!.scanned)
}

/** Things in the middle of the book to ask about. */
export async function samplesOf(url: string): Promise<Samples> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const one = async <Row extends pg.QueryResultRow>(text: string) => (await db.query<Row>(text)).rows[0]!
    // the user who bets most
    const user = await one<Samples['user']>(
      `select i.account_id as id, i.username as name from app.user_statistics s join app.identity i using (account_id)
        order by s.total_bets desc limit 1`,
    )
    const { bet } = await one<{ bet: string }>(
      `select bet_id as bet from app.bet where status <> 'pending' order by number desc limit 1`,
    )
    const { fixture } = await one<{ fixture: string }>(
      `select fixture_id as fixture from app.liability where singles > 0 order by most_cents desc limit 1`,
    )
    const { middle, at } = await one<{ middle: number; at: Date }>(
      'select number::int as middle, at from app.audit where number = (select max(number) / 2 from app.audit)',
    )
    const { reason } = await one<{ reason: string }>(
      `select left(text, 16) as reason from app.reason_text order by commitment limit 1`,
    )
    const { users, bets } = await one<{ users: number; bets: number }>(
      `select ceil(bettors / 10.0)::int as users, ceil((settled_bets + open_bets) / 10.0)::int as bets from app.house`,
    )
    return { user, bet, fixture, reason, pages: { users, bets }, middle, at: at.toISOString() }
  } finally {
    await db.end()
  }
}
