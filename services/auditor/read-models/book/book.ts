// The book: what the house made and may have to pay, compared with the auditor's own sums over the events and over all
// open bets.
import type { EventData } from '../../events/payloads.ts'
import { text, time } from '../../postgres/table-lines.ts'
import type { Replayed } from '../../replay/replay.ts'
import { compareWhole, type ReadModel } from '../read-model.ts'
import { RowsInStep } from '../rows-in-step.ts'
import { type Condition, since } from '../table-check.ts'
import { HouseDays } from './house-days.ts'
import { liability } from './liability.ts'
import { bookDecision, bookLeg } from './open-legs.ts'

const BOOK_BET = {
  table: 'book_bet',
  columns: ['bet_id', 'stake_cents', 'return_cents', 'league', 'market', 'legs', 'placed_at', 'prices'],
  json: ['legs', 'prices'],
}

export const bookModel: ReadModel = {
  projection: 'book',
  tables: [BOOK_BET, bookLeg.spec, bookDecision.spec, new HouseDays().table.spec, liability.spec],
  async begin(beginning) {
    const { snapshot, findings, spill, from } = beginning
    const bets = await RowsInStep.begin(beginning, BOOK_BET, keyOf, from === 0 ? since(0) : placedSince(from))
    const days = new HouseDays()
    spill.part('days of the house', days)
    let whole = 0
    return {
      event(replayed) {
        days.add(replayed)
        if (replayed.body?.type === 'BetPlaced') return bets.expect([betRow(replayed, replayed.body.data)])
      },
      async finish(state) {
        await bets.finish(() => false)
        whole = await compareWhole([bookLeg, bookDecision, days.table, liability], snapshot, state, findings)
      },
      rows: () => bets.rows + whole,
    }
  },
}

/**
 * The rows of bets placed from this ledger number on, and rows of no bet, which includes a null that somebody allowed.
 * Two indexes read side by side tell which rows these are, so that earlier rows are not looked up one by one. Rows
 * still come in the order of the table.
 */
const placedSince = (from: number): Condition => ({
  isTrue: `coalesce(bet_id, '') in (
    select bet_id from app.bet where number >= ${from}
    union all select bet_id from app.bet where number is null
    union all select coalesce(b.bet_id, '') from app.book_bet b where not exists (select from app.bet where bet.bet_id = b.bet_id))`,
  settings: 'set enable_nestloop = off',
})

const keyOf = (line: string): string => line.slice(0, line.indexOf('\t'))

function betRow({ body, bet }: Replayed, { bet: id, stakeCents, potentialReturnCents, legs }: EventData['BetPlaced']) {
  const outcomes = legs.map(({ fixture, market, point, selection }) => [fixture, market, point ?? '', selection])
  const market = legs.length === 1 ? legs[0]!.market : 'parlay'
  const league = bet?.league ?? legs[0]!.league
  const prices = legs.map((leg) => [leg.odds, leg.league, leg.drawOffered === true])
  const cells = [
    ...[id, stakeCents, potentialReturnCents, text(league), text(market), text(JSON.stringify(outcomes))],
    ...[time(body!.meta.at), text(JSON.stringify(prices))],
  ]
  return { key: id, line: cells.join('\t'), about: '' }
}
