// The anchor of the business clock, and the bound that it may not pass, in the database.
import type pg from 'pg'

type Anchor = {
  readonly system: number
  readonly business: number
  readonly speed: number
  /** No process shows a later business time than this. */
  readonly bound: number
}
type Row = { anchor_system: Date; anchor_business: Date; speed: number; seen_business: Date }
/**
 * Milliseconds of system time: how far ahead the bound is set, and how close time may come to it before it is moved.
 */
const BOUND_AHEAD_MS = 5_000
const BOUND_MARGIN_MS = 3_000

function businessAt(anchor: Anchor, system: number): number {
  return anchor.business + (system - anchor.system) * anchor.speed
}

/** The business time that is shown: it stops at the bound. */
export function shownAt(anchor: Anchor, system: number): number {
  return Math.min(businessAt(anchor, system), anchor.bound)
}

/** Reads the anchor, and moves the bound when time comes near it. */
export async function heartbeat(pool: pg.Pool, now: number): Promise<Anchor> {
  const anchor = await read(pool)
  if (!anchor) throw new Error('the business clock has no anchor')
  if (anchor.bound >= businessAt(anchor, now + BOUND_MARGIN_MS)) return anchor
  const bound = new Date(businessAt(anchor, now + BOUND_AHEAD_MS))
  const { rows } = await pool.query<Row>(
    'update app.clock set seen_business = greatest(seen_business, $1) where anchor_system = $2 returning *',
    [bound, new Date(anchor.system)],
  )
  // no row: another run has just set its own anchor
  return rows[0] ? anchorOf(rows[0]) : heartbeat(pool, now)
}

export async function read(pool: pg.Pool): Promise<Anchor | null> {
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
