// An event of the settlement desk with its bets by selection, and what may be decided about them.
import { decideAccount } from '#domain/account/decide.ts'
import { hasAdminRights } from '#domain/account/permissions.ts'
import { initialAccount } from '#domain/account/state.ts'
import { decideFixture } from '#domain/fixture/decide.ts'
import { type FixtureOutcome, voidedIn } from '#domain/fixture/fixture-outcome.ts'
import { type FixtureState, fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { eurosOf } from '#domain/money.ts'
import { returnCents as potentialCents } from '#domain/odds.ts'
import { outcomesOf } from '#projections/fixtures/queries.ts'
import type { BetAction, DeskEvent, DeskEventBets, EventAction } from '#services/contract/contract.ts'
import { leagueName } from '#services/odds/catalog/catalog.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { erasedName } from '../../reads/customers/erased-name.ts'
import type { Services } from '../../services.ts'
import { type BetOnEvent, endedBetsOn, MAX_BETS, openBetsOn, struckLegs } from './bets-on-fixture.ts'
import { deskEvent } from './desk-queue.ts'
import { isBeforeStart } from './plan.ts'

const SHOWN_BETS = 50

type Needed = Pick<Services, 'queries' | 'fixtures' | 'reads' | 'board'>

/** `meta`: of the admin who reads it, now. Throws ApiError if there is no such event. */
export async function eventBets(
  { queries, fixtures, reads, board }: Needed,
  event: string,
  meta: CommandMeta,
): Promise<DeskEventBets> {
  const shown = await deskEvent(queries, event)
  if (shown === null) throw new ApiError('fixture_missing')
  const fixture = await fixtures.read(event)
  const outcome = fixtureOutcome(fixture)
  const bets: BetOnEvent[] = []
  let complete = true
  for (const pages of [openBetsOn(queries, event), endedBetsOn(queries, event)]) {
    let seen = 0
    for await (const page of pages) {
      bets.push(...page)
      seen += page.length
    }
    if (seen >= MAX_BETS) complete = false
  }
  const first = bets.toSorted((a, b) => b.stakeCents - a.stakeCents).slice(0, SHOWN_BETS)
  const [people, outcomes] = await Promise.all([
    reads.people.users([...new Set(first.map(({ account }) => account))]),
    outcomesOf(queries, [...new Set(first.flatMap(({ legs }) => legs.map((leg) => leg.fixture)))]),
  ])
  const markets = [...new Set(bets.map((bet) => legOn(bet, event).market))]
  return {
    ...shown,
    league_title: leagueName(shown.league_key),
    live: shown.state === 'open' && shown.commence_time <= meta.at ? board.game(event) : null,
    actions: actionsOn(shown, fixture, markets, meta),
    regulation: (outcome?.kind === 'result' && outcome.regulation) || null,
    voided: (outcome?.voided ?? []).map(({ market }) => market ?? null),
    decided: ((outcome?.kind === 'result' && outcome.decided) || []).map(({ market, selections }) => ({
      market,
      selections: selections.map(({ selection, point = null, grade }) => ({ selection, point, grade })),
    })),
    complete,
    selections: selectionsOf(bets, event),
    bets: first.map((bet) => ({
      id: bet.bet,
      userId: bet.account,
      username: people.get(bet.account)?.username ?? erasedName(bet.account),
      market: legOn(bet, event).market,
      selection: legOn(bet, event).selectionName,
      parlay: bet.legs.length > 1,
      odds: Number(bet.odds),
      stake: eurosOf(bet.stakeCents),
      status: bet.status,
      returned: bet.returnCents === null ? null : eurosOf(bet.returnCents),
      actions: betActions(bet, outcomes, meta),
    })),
  }
}

/**
 * Asks the decider: a void event, one with no market left, or, for a plain admin, one that is over cannot be voided.
 */
function actionsOn(
  { state }: DeskEvent,
  fixture: FixtureState,
  markets: readonly string[],
  meta: CommandMeta,
): EventAction[] {
  if (!hasAdminRights(meta) || state === 'abandoned') return []
  const voids = (about: { market?: string }) => {
    const decision = decideFixture({ type: 'VoidFixture', ...about }, meta, fixture)
    return decision.accepted && decision.events.length > 0
  }
  const { outcome } = fixture
  const isLeft = markets.some((market) => outcome === null || voidedIn(outcome, market) === undefined)
  return [
    ...(isBeforeStart(fixture, meta.at)
      ? []
      : [state === 'open' ? ('recordResult' as const) : ('correctResult' as const)]),
    ...(markets.some((market) => voids({ market })) ? (['voidMarket'] as const) : []),
    ...(voids({}) ? (['voidEvent'] as const) : []),
    ...(state === 'result' && isLeft ? (['decideMarket'] as const) : []),
  ]
}

/** A stand-in for the bettor's account: decisions about a bet only require that the account exists. */
const A_BETTOR = { role: 'user', username: '', password: '', openedBy: 'sign-up', ageAttested: true } as const

/**
 * The actions on a bet that the decider accepts and that change it. The bet's row is enough for that, so the account's
 * events need not be read.
 */
function betActions(row: BetOnEvent, outcomes: ReadonlyMap<string, FixtureOutcome>, meta: CommandMeta): BetAction[] {
  const { bet, account, stakeCents, odds, status, settledAt, returnCents, graded } = row
  const legs = struckLegs(row.legs)
  const struck = {
    stakeCents,
    placedAt: row.placedAt.toISOString(),
    potentialReturnCents: potentialCents(stakeCents, odds) ?? Number.MAX_SAFE_INTEGER,
    legs,
  }
  const state = { ...initialAccount(account), opened: A_BETTOR }
  if (status === 'pending') state.bets.set(bet, struck)
  else {
    state.settled.set(bet, {
      ...struck,
      settledAt: (settledAt ?? new Date(0)).toISOString(),
      version: 0,
      paidCents: returnCents ?? 0,
      owedPaidCents: 0,
      settlement: graded && { outcome: status, results: graded },
    })
  }
  const known = legs.flatMap(({ fixture }) => outcomes.get(fixture) ?? [])
  const changes = (type: 'VoidBet' | 'ResettleBet') => {
    const decision = decideAccount({ type, bet, outcomes: known }, meta, state)
    return decision.accepted && decision.events.length > 0
  }
  return [
    // voiding a refunded bet would only refund it again
    ...(status !== 'refunded' && changes('VoidBet') ? (['voidBet'] as const) : []),
    ...(changes('ResettleBet') ? (['resettleBet'] as const) : []),
  ]
}

const legOn = ({ legs }: BetOnEvent, event: string) => legs.find(({ fixture }) => fixture === event)!

/**
 * The money of a parlay also belongs to other events: it is counted in stakes and returns in full, as the bettor sees
 * it.
 */
function selectionsOf(bets: readonly BetOnEvent[], event: string): DeskEventBets['selections'] {
  type Cents = DeskEventBets['selections'][number]
  const found = new Map<string, Cents>()
  for (const bet of bets) {
    const { market, selection, point, selectionName: name } = legOn(bet, event)
    const key = `${market}|${point ?? ''}|${selection}`
    const none = { market, selection, point: point ?? null, name, open: 0, settled: 0, inParlays: 0 }
    const sums = found.get(key) ?? { ...none, stakes: 0, returned: 0 }
    const isOpen = bet.status === 'pending'
    found.set(key, {
      ...sums,
      open: sums.open + (isOpen ? 1 : 0),
      settled: sums.settled + (isOpen ? 0 : 1),
      inParlays: sums.inParlays + (bet.legs.length > 1 ? 1 : 0),
      stakes: sums.stakes + bet.stakeCents,
      returned: sums.returned + (bet.returnCents ?? 0),
    })
  }
  return [...found.values()]
    .toSorted((a, b) => a.market.localeCompare(b.market) || b.stakes - a.stakes)
    .map((sums) => ({ ...sums, stakes: eurosOf(sums.stakes), returned: eurosOf(sums.returned) }))
}
