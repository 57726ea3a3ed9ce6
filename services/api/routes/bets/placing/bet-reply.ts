// The replies to place-bet: the bet as it was struck, or why it was refused.
import type { BetPlaced } from '#domain/bet/bet-events.ts'
import type { OddsChanges } from '#domain/bet/odds-changed.ts'
import type { Refusal } from '#domain/decision.ts'
import { eurosOf } from '#domain/money.ts'
import { checkOdds } from '#domain/odds.ts'
import { truncate } from '#domain/truncate.ts'
import type { ErrorReply } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { refusedBy } from '../../../command-context.ts'
import { ApiError } from '../../../http/errors/errors.ts'
import type { RequestedLeg } from './bet-request.ts'
import { ownLimitText } from './own-limit-text.ts'

const FIXTURE_ID = /^[0-9a-f]{32}$/

/** The JSON is assembled by hand, because this is the most frequent reply. */
export function acceptedText(struck: BetPlaced, balanceCents: number, position: string): string {
  let legs = ''
  for (const { fixture, market, selectionName, point, odds, bookmaker, quotedAt } of struck.legs) {
    const line = point === undefined ? '' : `"point":${Number(point)},`
    const leg =
      `{"eventId":"${fixture}","market":"${market}","selection":${JSON.stringify(selectionName)},${line}` +
      `"odds":${Number(odds)},"bookmaker":${JSON.stringify(bookmaker)},"quotedAt":"${quotedAt}"}`
    legs = legs === '' ? leg : `${legs},${leg}`
  }
  return (
    `{"success":true,"newBalance":${eurosOf(balanceCents)},"betId":"${struck.bet}","odds":${Number(struck.odds)},` +
    `"potential_win":${eurosOf(struck.potentialReturnCents)},"legs":[${legs}],"position":"${position}"}`
  )
}

/** The refusal, with what the bettor needs to try again: the old and new odds of each selection. */
export async function betRefused(
  board: QuoteBoard,
  refusal: Refusal,
  requested: readonly RequestedLeg[],
): Promise<ApiError> {
  const { code, error, detail } = refusal
  if (code === 'event_closed') {
    for (const leg of requested) {
      if (board.fixture(leg.fixture) !== null) continue
      const game = FIXTURE_ID.test(leg.fixture) ? await board.loadGame(leg.fixture) : null
      if (game === null) return new ApiError('fixture_missing')
      // it was listed a moment ago, so it is not over but has no price here
      if (game.bettable) return oddsChanged([selectionGone(leg)], error)
    }
  }
  if (code !== 'odds_changed') return refusedBy({ code, error: ownLimitText(refusal) })
  const { changes, parlay } = detail as OddsChanges
  const shown = changes.map((change) => ({
    eventId: change.fixture,
    selection: change.selectionName,
    oldOdds: Number(change.oldOdds),
    newOdds: change.newOdds === null ? null : Number(change.newOdds),
    error: change.error,
  }))
  return oddsChanged(shown, parlay ?? error)
}

const selectionGone = ({ fixture, name, odds }: RequestedLeg) => ({
  eventId: fixture,
  selection: truncate(name),
  oldOdds: Number(odds),
  newOdds: null,
  error: checkOdds('none', truncate(name), odds, null).message,
})

/** If only one selection changed, the reply has the text of that change. */
const oddsChanged = (changes: NonNullable<ErrorReply['changes']>, error: string): ApiError =>
  new ApiError('odds_changed', { error: changes.length === 1 ? changes[0]!.error : error, changes })
