// One event: as it is stored, what caused it, what it caused, and the money that it moved.
import { sql } from 'slonik'
import { z } from 'zod'
import { postingsOf } from '#domain/ledger/postings.ts'
import { eurosOf } from '#domain/money.ts'
import { upcast } from '#domain/upcast.ts'
import { type TrailRow, trailRowsCausedBy, trailRowsOf, walksOfBet } from '#projections/audit/queries.ts'
import { betsById } from '#projections/bets/queries.ts'
import type { AuditedEvent } from '#services/contract/contract.ts'
import type { EventBody, EventStore } from '#services/event-store/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import type { ShowAddress } from './line.ts'
import { linesOf } from './trail.ts'

/** How far causes are followed back towards the original request. */
const STEPS_BACK = 8
const SHOWN = 50
/** Events of one command are next to each other on a stream. */
const BESIDE = [-3, -2, -1, 1, 2, 3]

const refOf = ({ stream, version }: Pick<TrailRow, 'stream' | 'version'>): string => `${stream}@${version}`

/** Null if the audit trail has no such event. */
export async function auditedEvent(
  db: Queries,
  store: Pick<EventStore, 'readStream'>,
  number: number,
  showAddress: ShowAddress,
): Promise<AuditedEvent | null> {
  const [row] = await trailRowsOf(db, { numbers: [number] })
  if (row === undefined) return null
  const [raw, bet, beside, caused] = await Promise.all([
    rawOf(store, row),
    ofBet(db, row),
    commandsOther(db, row),
    trailRowsCausedBy(db, refOf(row), SHOWN + 1),
  ])
  const led = await causesOf(db, row)
  const before = [...led, ...bet.filter((one) => one.number < number), ...beside.filter((one) => one.number < number)]
  const after = [...caused, ...bet.filter((one) => one.number > number), ...beside.filter((one) => one.number > number)]
  const [causes, effects] = [once(before), once(after)]
  const shown = effects.slice(0, SHOWN)
  const [line, ...others] = await linesOf(db, [row, ...causes, ...shown], showAddress)
  return {
    line: line!,
    stream: row.stream,
    version: row.version,
    hash: row.hash,
    raw,
    causes: others.slice(0, causes.length),
    effects: others.slice(causes.length),
    moreEffects: effects.length > SHOWN,
    postings: postingsIn(raw).map(({ from, to, amountCents }) => ({ from, to, amount: eurosOf(amountCents) })),
  }
}

function once(rows: readonly TrailRow[]): TrailRow[] {
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return [...byNumber.values()].sort((a, b) => a.number - b.number)
}

async function rawOf(store: Pick<EventStore, 'readStream'>, { stream, version }: TrailRow): Promise<string | null> {
  for await (const event of store.readStream(stream, version)) return event.version === version ? event.body : null
  return null
}

function postingsIn(raw: string | null) {
  if (raw === null) return []
  const { stream, ...body } = JSON.parse(raw) as EventBody
  return postingsOf(stream, upcast(body))
}

/** All other events about the bet. */
const Numbered = z.object({ number: z.number() })
async function ofBet(db: Queries, { bet, number }: TrailRow): Promise<readonly TrailRow[]> {
  if (bet === null) return []
  const walks = walksOfBet(bet).map((walk) => sql.fragment`select a.number from app.audit a where ${walk}`)
  const numbers = await db.anyFirst(sql.type(Numbered)`
    select number from (${sql.join(walks, sql.fragment` union all `)}) of_bet
    where number <> ${number} order by number limit ${SHOWN}`)
  return trailRowsOf(db, { numbers })
}

/** Other events of the same command, next to this one on its stream. */
async function commandsOther(db: Queries, row: TrailRow): Promise<TrailRow[]> {
  const refs = BESIDE.map((step) => refOf({ stream: row.stream, version: row.version + step }))
  return (await trailRowsOf(db, { refs })).filter(({ command }) => command === row.command)
}

async function causesOf(db: Queries, row: TrailRow): Promise<TrailRow[]> {
  const causes: TrailRow[] = []
  let refs = [...(await namedBy(db, row))]
  for (let step = 0; step < STEPS_BACK && refs.length > 0; step++) {
    const found = await trailRowsOf(db, { refs })
    causes.push(...found)
    refs = found.flatMap(({ causation }) => causation ?? [])
  }
  return causes
}

const Graded = z.object({ refs: z.array(z.string()) })

/**
 * The events that it names: its cause, what it replaces, results that a settlement counted, quotes that a bet was
 * struck at.
 */
async function namedBy(db: Queries, row: TrailRow): Promise<Set<string>> {
  const { causation, stream, detail, bet, number } = row
  const refs = new Set(causation === null ? [] : [causation])
  const replaces = (detail as { replaces?: unknown } | null)?.replaces
  if (typeof replaces === 'number') refs.add(`${stream}@${replaces}`)
  if (bet === null) return refs
  if (row.type === 'BetPlaced') {
    const [placed] = await betsById(db, [bet])
    for (const { fixture, price, seal } of placed?.legs ?? []) {
      if (price !== undefined) refs.add(`fixture-${fixture}@${price}`)
      if (seal !== undefined) refs.add(`feed-${seal.feed}@${seal.version}`)
    }
    return refs
  }
  const ending = await db.maybeOne(sql.type(Graded)`
    select array(select 'fixture-' || (leg ->> 'fixture') || '@' || (leg ->> 'result')
      from json_array_elements(graded) leg) as refs
    from app.bet_ending where number = ${number} and graded is not null`)
  for (const ref of ending?.refs ?? []) refs.add(ref)
  return refs
}
