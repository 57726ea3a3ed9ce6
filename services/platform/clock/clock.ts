// The product's two clocks. System time is the machine's. Business time is used by every rule of betting: it runs
// `speed` times as fast, from an anchor in the database that every process reads.
//
// Business time is continuous and never goes backwards, across restarts too. At speed 1 it is system time (or resumes
// where a faster run stopped, if that is later); at higher speeds it stands still while the product is stopped. A
// product that is killed cannot record where it was. So the processes store a bound, a few seconds ahead, that none of
// them lets the time pass, and the next start resumes from there.

import type pg from 'pg'
import { heartbeat, read, shownAt } from './anchor.ts'

export type Clock = {
  /** For kick-offs, the age of quotes, acceptance, windows and limits. */
  businessNow(): Date
  /** For timeouts, leases, sessions, retries and signatures. */
  systemNow(): Date
  /** Business seconds per system second. */
  readonly speed: number
  close(): Promise<void>
}

const HEARTBEAT_MS = 1_000

/** Sets the anchor for this run. Called once, by the first process that starts. */
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

/** At speed 1 if the clock was never started. `systemNow` is for tests. */
export async function openClock(pool: pg.Pool, systemNow: () => Date = () => new Date()): Promise<Clock> {
  await pool.query(
    `insert into app.clock (anchor_system, anchor_business, speed, seen_business) values ($1, $1, 1, $1)
     on conflict do nothing`,
    [systemNow()],
  )
  let anchor = await heartbeat(pool, systemNow().getTime())
  let shown = 0
  let pending: Promise<unknown> = Promise.resolve()

  const timer = setInterval(() => {
    pending = heartbeat(pool, systemNow().getTime()).then(
      (read) => {
        anchor = read
      },
      // the database is down: the time runs on to the bound and waits there
      () => undefined,
    )
  }, HEARTBEAT_MS)
  timer.unref()

  return {
    businessNow() {
      shown = Math.max(shown, shownAt(anchor, systemNow().getTime()))
      return new Date(shown)
    },
    systemNow,
    get speed() {
      return anchor.speed
    },
    async close() {
      clearInterval(timer)
      await pending
    },
  }
}

/** Business time for callers that read it once: nothing is written. System time if the clock was never started. */
export async function readBusinessTime(pool: pg.Pool, systemNow: () => Date = () => new Date()): Promise<Date> {
  const anchor = await read(pool)
  return anchor === null ? systemNow() : new Date(shownAt(anchor, systemNow().getTime()))
}

/** Called by the last process that stops: the next start resumes from this very time rather than from the bound. */
export async function stopClock(pool: pg.Pool, systemNow: () => Date = () => new Date()): Promise<void> {
  const anchor = await read(pool)
  if (!anchor) return
  const now = shownAt(anchor, systemNow().getTime())
  await pool.query('update app.clock set seen_business = $1', [new Date(Math.max(now, anchor.business))])
}
