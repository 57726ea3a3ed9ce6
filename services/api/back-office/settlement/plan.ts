// What an action of the settlement desk would do: the command and its stream.

import type { AskableOnBet } from '#domain/bet/bet-commands.ts'
import { commandOf } from '#domain/fixture/asked-decision.ts'
import type { AskableOnFixture } from '#domain/fixture/commands.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { type FixtureState, fixtureOutcome } from '#domain/fixture/state.ts'
import type { AskedSettlement } from '#domain/four-eyes/asked-settlements.ts'
import type { Actor } from '#domain/meta.ts'
import { Id } from '#domain/values.ts'
import type { ApprovalAction, PreviewedAction } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'

export type ByHand = Exclude<PreviewedAction, ApprovalAction>

/** `asker`: for an approval, the admin who asked and with whose rights it is decided. */
export type Plan = (
  | { readonly on: 'fixture'; readonly id: string; readonly command: AskableOnFixture }
  | { readonly on: 'account'; readonly id: string; readonly command: AskableOnBet }
) & { readonly asker: Actor | null }

type Needed = Pick<Services, 'accounts' | 'fixtures' | 'reads' | 'freshness'>

/**
 * `now`: the time at which a result closes the event. Throws ApiError if there is no such event, bet or request, or the
 * event has not started yet.
 */
export async function planOf(services: Needed, body: PreviewedAction, now: string): Promise<Plan> {
  if (body.action === 'approveSettlement') return planOfAsked(services, body)
  if (body.action === 'voidBet' || body.action === 'resettleBet') {
    const account = await bettorOf(services, body.betId)
    const type = body.action === 'voidBet' ? 'VoidBet' : 'ResettleBet'
    return { on: 'account', id: account, command: await betCommand(services, type, account, body.betId), asker: null }
  }
  const { eventId } = body
  if (!Id.safeParse(eventId).success) throw new ApiError('fixture_missing')
  const fixture = await services.fixtures.read(eventId)
  if (fixture.listed === null) throw new ApiError('fixture_missing')
  const isResult = body.action === 'recordResult' || body.action === 'correctResult'
  if (isResult && isBeforeStart(fixture, now)) throw new ApiError('fixture_not_started')
  return { on: 'fixture', id: eventId, command: fixtureCommand(body, now), asker: null }
}

/** Nobody can record a result before the start. */
export const isBeforeStart = ({ startsAt }: Pick<FixtureState, 'startsAt'>, now: string): boolean =>
  startsAt !== null && now < startsAt

/**
 * The account of a bet's bettor. Throws ApiError if there is no such bet, or the read models are too far behind to
 * know.
 */
export async function bettorOf({ reads, freshness }: Pick<Services, 'reads' | 'freshness'>, bet: string) {
  if (!Id.safeParse(bet).success) throw new ApiError('bet_missing')
  const known = await reads.bets.accountOf(bet)
  if (known !== null) return known
  // it may have been placed just now
  if (!(await freshness.hasWholeLog(['bets']))) {
    const isStopped = freshness.stoppedProjections(['bets']).length > 0
    throw isStopped ? new ApiError('reads_stopped') : new ApiError('reads_behind', { retryAfterS: 1 })
  }
  const account = await reads.bets.accountOf(bet)
  if (account === null) throw new ApiError('bet_missing')
  return account
}

/** What waits under a request, and on which stream. Throws if nothing does. */
export async function askedUnder(
  services: Needed,
  { request, eventId, betId }: ApprovalAction,
): Promise<{ on: Plan['on']; id: string; asked: AskedSettlement | null }> {
  if (betId !== undefined) {
    const id = await bettorOf(services, betId)
    const asked = (await services.accounts.read(id)).asked?.get(request) ?? null
    // an account's requests may be about any of its bets
    if (asked !== null && asked.data.bet !== betId) throw new ApiError('settlement_not_asked')
    return { on: 'account', id, asked }
  }
  if (eventId === undefined || !Id.safeParse(eventId).success) throw new ApiError('fixture_missing')
  const state = await services.fixtures.read(eventId)
  return { on: 'fixture', id: eventId, asked: state.asked?.get(request) ?? null }
}

async function planOfAsked(services: Needed, body: ApprovalAction): Promise<Plan> {
  const { on, id, asked } = await askedUnder(services, body)
  if (asked === null) throw new ApiError('settlement_not_asked')
  const { data, at, by } = asked
  const asker = await services.accounts.read(by.id)
  const isGone = asker.blocked || asker.closed || asker.opened === null || asker.opened.role === 'user'
  if (isGone) throw new ApiError('asker_blocked')
  if (on === 'fixture') return { on, id, command: commandOf(data, at), asker: by }
  const type = data.command === 'ResettleBet' ? 'ResettleBet' : 'VoidBet'
  return { on, id, command: await betCommand(services, type, id, data.bet ?? ''), asker: by }
}

const betCommand = async (services: Needed, type: AskableOnBet['type'], account: string, bet: string) => ({
  type,
  bet,
  outcomes: await outcomesOf(services, account, bet),
})

/** How the games of a bet ended, from their streams. */
async function outcomesOf({ accounts, fixtures }: Needed, account: string, bet: string): Promise<FixtureOutcome[]> {
  const state = await accounts.read(account)
  const legs = (state.bets.get(bet) ?? state.settled.get(bet))?.legs ?? []
  const states = await Promise.all(legs.map(({ fixture }) => fixtures.read(fixture)))
  return states.map(fixtureOutcome).filter((outcome) => outcome !== null)
}

function fixtureCommand(body: Extract<ByHand, { eventId: string }>, at: string): AskableOnFixture {
  switch (body.action) {
    case 'abandonFixture':
      return { type: 'AbandonFixture', why: 'by-hand', closedAt: at }
    case 'voidEvent':
      return { type: 'VoidFixture' }
    case 'voidMarket':
      return { type: 'VoidFixture', market: body.market }
    case 'decideMarket': {
      const { market, selections } = body
      return {
        type: 'DecideMarket',
        market,
        selections: selections.map(({ point, ...rest }) => (point === undefined ? rest : { ...rest, point })),
      }
    }
    case 'recordResult':
    case 'correctResult': {
      const { home, away, regulation } = body
      // the contract requires both or neither
      const score = home === null || away === null ? null : { home, away }
      const inRegulation = regulation === undefined ? score : regulation
      return {
        type: body.action === 'recordResult' ? 'RecordResult' : 'CorrectResult',
        score,
        ...(inRegulation === null ? {} : { regulation: inRegulation }),
        source: 'admin',
        reads: [],
        closedAt: at,
      }
    }
  }
}
