// The product's two clocks. System time is the machine's. Business time is what every rule of betting goes by: it runs
// `speed` times as fast, from an anchor in the database that every process reads.
//
// Continuous and never backwards, over restarts too: with speed 1 business time is the system's (or goes on from where a
// faster run had come, if that is later); with more it stands still while the product is stopped. A product that is killed
// cannot say where it was, so the processes keep a bound in the database, a few seconds ahead, beyond which none of them
// lets the time go; the next start goes on from there.
import type pg from 'pg'

export type Clock = {
  /** Kick-offs, age of quotes, acceptance, windows, limits. */
  businessNow(): Date
  /** Time-outs, leases, sessions, retries, signatures. */
  systemNow(): Date
  /** Business seconds in a system second. */
  readonly speed: number
  close(): Promise<void>
}

type Anchor = {
  readonly system: number
  readonly business: number
  readonly speed: number
  /** No process shows a later business time than this. */
  readonly bound: number
}
type Row = { anchor_system: Date; anchor_business: Date; speed: number; seen_business: Date }

const HEARTBEAT_MS = 1_000
/** How far ahead of now, in system time, the bound is moved; and what must be left of that to let it be. */
const AHEAD_MS = 5_000
const ENOUGH_MS = 3_000

/** Called once by whatever starts the product, before its processes: sets the anchor for this run. */
export async function startClock(
  pool: pg.Pool,
  speed: number,
  systemNow: () => Date = () => new Date(),
): Promise<void> {
  await pool.query(
    `insert into app.clock as last (anchor_system, anchor_business, speed, seen_business) values ($1, $1, $2, $1)
     on conflict (one) do update set
       (anchor_system, anchor_business, speed, seen_business) = (
         select $1, begin, $2, begin
         from (select case when $2 = 1 then greatest($1, last.seen_business) else last.seen_business end as begin) as run
       )`,
    [systemNow(), speed],
  )
}

/** Starts with speed 1 where no one has started the clock. `systemNow` is for tests. */
export async function openClock(pool: pg.Pool, systemNow: () => Date = () => new Date()): Promise<Clock> {
  await pool.query(
    `insert into app.clock (anchor_system, anchor_business, speed, seen_business) values ($1, $1, 1, $1)
     on conflict do nothing`,
    [systemNow()],
  )
  let anchor = await heartbeat(pool, systemNow().getTime())
  let shown = 0
  let beating: Promise<unknown> = Promise.resolve()

  const timer = setInterval(() => {
    beating = heartbeat(pool, systemNow().getTime()).then(
      (read) => {
        anchor = read
      },
      // the database is away: the time goes on to the bound and waits there
      () => undefined,
    )
  }, HEARTBEAT_MS)
  timer.unref()

  return {
    businessNow() {
      const time = businessAt(anchor, systemNow().getTime())
      shown = Math.max(shown, Math.min(time, anchor.bound))
      return new Date(shown)
    },
    systemNow,
    get speed() {
      return anchor.speed
    },
    async close() {
      clearInterval(timer)
      await beating
    },
  }
}

/**
 * Called by whatever stops the product, after its processes: the next start goes on from this very time rather than from
 * the bound.
 */
export async function stopClock(pool: pg.Pool, systemNow: () => Date = () => new Date()): Promise<void> {
  const anchor = await read(pool)
  if (!anchor) return
  const now = Math.min(businessAt(anchor, systemNow().getTime()), anchor.bound)
  await pool.query('update app.clock set seen_business = $1', [new Date(Math.max(now, anchor.business))])
}

function businessAt(anchor: Anchor, system: number): number {
  return anchor.business + (system - anchor.system) * anchor.speed
}

/** Reads the anchor, and moves the bound on where it comes near. */
async function heartbeat(pool: pg.Pool, now: number): Promise<Anchor> {
  const anchor = await read(pool)
  if (!anchor) throw new Error('the business clock has no anchor')
  if (anchor.bound >= businessAt(anchor, now + ENOUGH_MS)) return anchor
  const bound = new Date(businessAt(anchor, now + AHEAD_MS))
  const { rows } = await pool.query<Row>(
    'update app.clock set seen_business = greatest(seen_business, $1) where anchor_system = $2 returning *',
    [bound, new Date(anchor.system)],
  )
  // no row: another run has just set its own anchor
  return rows[0] ? anchorOf(rows[0]) : heartbeat(pool, now)
}

async function read(pool: pg.Pool): Promise<Anchor | null> {
  const { rows } = await pool.query<Row>('select * from app.clock')
  return rows[0] ? anchorOf(rows[0]) : null
}

function anchorOf(row: Row): Anchor {
  return {
    system: row.anchor_system.getTime(),
    business: row.anchor_business.getTime(),
    speed: row.speed,
    bound: row.seen_business.getTime(),
  }
}
