// POST /api/bets/place-bet

import { hash } from 'node:crypto'
import type { PlacedLeg } from '#domain/bet/bet-commands.ts'
import type { BetPlaced, OddsPolicy } from '#domain/bet/bet-events.ts'
import type { OddsChanges } from '#domain/bet/odds-changed.ts'
import type { Refusal } from '#domain/decision.ts'
import { MAX_LEGS, MIN_PARLAY_LEGS, MIN_STAKE_CENTS } from '#domain/limits.ts'
import { centsFromEuros, eurosOf } from '#domain/money.ts'
import { checkOdds } from '#domain/odds.ts'
import { truncate } from '#domain/truncate.ts'
import { randomId } from '#services/commands/command-id.ts'
import { BetAccepted, BetRefused, type ErrorReply, PlaceBetBody } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { commandMeta, refusedBy } from '../../command-context.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { sendJson } from '../../http/json/json-body.ts'
import type { Services } from '../../services.ts'
import { seenLegOdds, seenOdds, seenParlayOdds } from './seen-odds.ts'

const FIXTURE_ID = /^[0-9a-f]{32}$/
const H2H_NAMES = new Set(['h2h', 'moneyline', 'match result'])

/** One selection as it was asked for. `odds`: what the bettor saw, at two decimals. */
export type RequestedLeg = {
  readonly fixture: string
  readonly market: string
  readonly name: string
  readonly odds: string
  readonly point: string | null
}

/** `odd`: of a parlay. As `hashCommand`, with the fields in the order of canonical JSON: sorting them costs more than the hash. */
export const hashRequest = (
  legs: readonly RequestedLeg[],
  odd: string | undefined,
  policy: OddsPolicy,
  stakeCents: number,
): string => hash('sha256', JSON.stringify({ legs, odd, policy, stakeCents, type: 'PlaceBet' }))

const marketKey = (name: string): string => (H2H_NAMES.has(name.toLowerCase()) ? 'h2h' : name)

const requestedLeg = (fixture: string, market: string, name: string, odds: string, point?: number): RequestedLeg => ({
  fixture,
  market: marketKey(market),
  name,
  odds,
  point: point === undefined ? null : String(point),
})

function requestedLegs(body: PlaceBetBody): RequestedLeg[] {
  if (!body.is_parlay) {
    const { event_id, bet_type, selection, odd } = body
    return [requestedLeg(event_id, bet_type, selection, seenOdds(odd, selection))]
  }
  const { legs } = body
  if (legs.length === 0) throw new ApiError('slip_empty')
  if (legs.length < MIN_PARLAY_LEGS || legs.length > MAX_LEGS) throw new ApiError('too_many_legs')
  return legs.map((leg) => requestedLeg(leg.eventId, leg.marketName, leg.selection, seenLegOdds(leg), leg.point))
}

/** 0 where it is no amount: the decider refuses it in its place among the rules, after the odds. */
const stakeOf = (body: PlaceBetBody): number => centsFromEuros(body.bet_amount) ?? 0

/** The leg with the server's own price; waits only where that is too old to strike a bet at. */
function priceLeg(board: QuoteBoard, asked: RequestedLeg): PlacedLeg | Promise<PlacedLeg> {
  const { fixture, market, point, name, odds: seenOdds } = asked
  const key = board.selectionNamed(fixture, market, name)
  // a game that the board has dropped is over
  const closed = board.closed(fixture) || board.fixture(fixture) === null
  const priced = (quote: PlacedLeg['quote']): PlacedLeg => ({
    fixture,
    selection: key ?? name,
    selectionName: quote?.selectionName ?? truncate(name),
    seenOdds,
    quote,
    closed,
  })
  if (key === null || closed) return priced(null)
  const selection = { fixture, market, point, selection: key }
  const quote = board.quote(selection)
  if (quote !== null) return priced(quote)
  return board.freshQuote(selection).then(priced)
}

function priceLegs(board: QuoteBoard, asked: readonly RequestedLeg[]): PlacedLeg[] | Promise<PlacedLeg[]> {
  const legs = asked.map((leg) => priceLeg(board, leg))
  return legs.some((leg) => leg instanceof Promise) ? Promise.all(legs) : (legs as PlacedLeg[])
}

/** Now, but not before any quote was fetched: another machine fetched it, whose clock may be some moments ahead. */
function acceptedAt(now: Date, legs: readonly PlacedLeg[]): Date {
  let at = now.getTime()
  for (const { quote } of legs) if (quote !== null) at = Math.max(at, Date.parse(quote.fetchedAt))
  return at === now.getTime() ? now : new Date(at)
}

const selectionGone = ({ fixture, name, odds }: RequestedLeg) => ({
  eventId: fixture,
  selection: truncate(name),
  oldOdds: Number(odds),
  newOdds: null,
  error: checkOdds('none', truncate(name), odds, null).message,
})

/** The refusal with what the bettor needs to go on: per selection, what it was and what it is. */
async function refusal(
  board: QuoteBoard,
  { code, error, detail }: Refusal,
  asked: readonly RequestedLeg[],
): Promise<ApiError> {
  if (code === 'event_closed') {
    for (const leg of asked) {
      if (board.fixture(leg.fixture) !== null) continue
      const game = FIXTURE_ID.test(leg.fixture) ? await board.loadGame(leg.fixture) : null
      if (game === null) return new ApiError('fixture_missing')
      // listed a moment ago: not over, but without a price here
      if (game.bettable) return changed([selectionGone(leg)], error)
    }
  }
  if (code !== 'odds_changed') return refusedBy({ code, error })
  const { changes, parlay } = detail as OddsChanges
  const shown = changes.map((change) => ({
    eventId: change.fixture,
    selection: change.selectionName,
    oldOdds: Number(change.oldOdds),
    newOdds: change.newOdds === null ? null : Number(change.newOdds),
    error: change.error,
  }))
  return changed(shown, parlay ?? error)
}

/** A single bet is told what its one change is. */
const changed = (changes: NonNullable<ErrorReply['changes']>, error: string): ApiError =>
  new ApiError('odds_changed', { error: changes.length === 1 ? changes[0]!.error : error, changes })

/** Written by hand: it is the reply that there are most of. */
function replyText(struck: BetPlaced, balanceCents: number, position: string): string {
  let legs = ''
  for (const { fixture, selectionName, odds } of struck.legs) {
    const leg = `{"eventId":"${fixture}","selection":${JSON.stringify(selectionName)},"odds":${Number(odds)}}`
    legs = legs === '' ? leg : `${legs},${leg}`
  }
  return (
    `{"success":true,"newBalance":${eurosOf(balanceCents)},"betId":"${struck.bet}","odds":${Number(struck.odds)},` +
    `"potential_win":${eurosOf(struck.potentialReturnCents)},"legs":[${legs}],"position":"${position}"}`
  )
}

export function placeBet(app: Api, services: Services): void {
  const { accounts, board, clock, freshness } = services
  const limits = {
    minStakeCents: MIN_STAKE_CENTS,
    maxPayoutCents: services.settings.MAX_PAYOUT,
    maxLegs: MAX_LEGS,
  }

  app.post(
    '/api/bets/place-bet',
    {
      schema: {
        summary: 'Place a single bet or a parlay',
        tags: ['bets'],
        body: PlaceBetBody,
        response: { 200: BetAccepted, '4xx': BetRefused, '5xx': BetRefused },
      },
      config: {
        queue: 'bets',
        failure: 'place_bet_failed',
        refusal: { success: false },
        session: { refusal: 'login_required' },
        carries: ['Idempotency-Key'],
        invalid: (field) => (field === 'bet_amount' ? { code: 'stake_invalid' } : null),
      },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { body } = request
      const asked = requestedLegs(body)
      const odd = body.is_parlay ? seenParlayOdds(body.odd) : undefined
      const stakeCents = stakeOf(body)
      const policy = body.odds_policy ?? 'within-10-percent'
      // random: one derived from the key would come again where the key does after its command is forgotten
      const bet = randomId()

      const priced = priceLegs(board, asked)
      const legs = priced instanceof Promise ? await priced : priced
      const at = acceptedAt(clock.businessNow(), legs)
      const meta = commandMeta(request, session, hashRequest(asked, odd, policy, stakeCents), at)
      const seenTotal = odd === undefined ? {} : { seenParlayOdds: odd }
      const command = { type: 'PlaceBet', bet, stakeCents, policy, legs, ...seenTotal, limits } as const
      const outcome = await accounts.execute(session.accountId, command, meta)
      if (!outcome.accepted) throw await refusal(board, outcome.refusal, asked)

      const placed = outcome.events[0]
      if (placed?.type !== 'BetPlaced' || outcome.position === null || outcome.hash === null) {
        throw new Error(`a bet was accepted with ${placed?.type ?? 'nothing'} recorded`)
      }
      const position = freshness.recordWrite(session.id, outcome.position, outcome.hash)
      reply.header('x-ledger-position', position)
      return sendJson(reply, replyText(placed.data, outcome.balanceCents, position))
    },
  )
}
