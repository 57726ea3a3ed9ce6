// An event of the settlement desk with its bets, by what was picked, and what may be decided about them.
import { hasAdminRights, hasSuperAdminRights } from '#domain/account/permissions.ts'
import { decideFixture } from '#domain/fixture/decide.ts'
import { voidedIn } from '#domain/fixture/fixture-outcome.ts'
import { type FixtureState, fixtureOutcome } from '#domain/fixture/state.ts'
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { eurosOf } from '#domain/money.ts'
import { fixturesById } from '#projections/fixtures/queries.ts'
import type { BetAction, DeskEvent, DeskEventBets, EventAction } from '#services/contract/contract.ts'
import { catalogLeague } from '#services/odds/catalog/catalog.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { type BetOnEvent, endedBetsOn, MAX_BETS, openBetsOn } from './bets-on-fixture.ts'
import { deskEvent } from './desk-queue.ts'

const SHOWN_BETS = 50

type Needed = Pick<Services, 'queries' | 'fixtures' | 'reads' | 'board'>

/** `meta`: of who reads it, now. Throws ApiError where there is no such event. */
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
  const [people, over] = await Promise.all([
    reads.people.users([...new Set(first.map(({ account }) => account))]),
    overAmong(queries, first),
  ])
  const markets = [...new Set(bets.map((bet) => legOn(bet, event).market))]
  return {
    ...shown,
    league_title: catalogLeague(shown.league_key)?.title ?? shown.league_key,
    live: shown.state === 'open' && shown.commence_time <= meta.at ? board.game(event) : null,
    actions: actionsOn(shown, fixture, markets, meta),
    regulation: (outcome?.kind === 'result' && outcome.regulation) || null,
    voided: (outcome?.voided ?? []).map(({ market }) => market ?? null),
    complete,
    selections: selectionsOf(bets, event),
    bets: first.map((bet) => ({
      id: bet.bet,
      userId: bet.account,
      username: people.get(bet.account)?.username ?? '',
      market: legOn(bet, event).market,
      selection: legOn(bet, event).selectionName,
      parlay: bet.legs.length > 1,
      odds: Number(bet.odds),
      stake: eurosOf(bet.stakeCents),
      status: bet.status,
      returned: bet.returnCents === null ? null : eurosOf(bet.returnCents),
      actions: betActions(bet, over, meta),
    })),
  }
}

/** As the decider says: of a void event, of one without a market left, or of what is over for a plain admin, there is no voiding. */
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
    state === 'open' ? 'recordResult' : 'correctResult',
    ...(markets.some((market) => voids({ market })) ? (['voidMarket'] as const) : []),
    ...(voids({}) ? (['voidEvent'] as const) : []),
    ...(state === 'result' && isLeft ? (['decideMarket'] as const) : []),
  ]
}

/** What is open is voided by any admin until a game of it is over; what is settled, by a super admin within the window. */
function betActions(
  { status, settledAt, graded, legs }: BetOnEvent,
  over: ReadonlySet<string>,
  meta: CommandMeta,
): BetAction[] {
  const isSuper = hasSuperAdminRights(meta)
  if (status === 'pending') {
    const mayVoid = hasAdminRights(meta) && (isSuper || !legs.some((leg) => over.has(leg.fixture)))
    return mayVoid ? ['voidBet'] : []
  }
  const isPast = settledAt === null || Date.parse(meta.at) - settledAt.getTime() > RESETTLEMENT_WINDOW_MS
  if (!isSuper || isPast) return []
  if (status !== 'refunded') return ['voidBet', 'resettleBet']
  // a stake that came back by a result, or since the market is void, comes back again
  return graded === null ? ['resettleBet'] : []
}

/** The games of these bets that are over. */
async function overAmong(db: Queries, bets: readonly BetOnEvent[]): Promise<ReadonlySet<string>> {
  const games = [...new Set(bets.flatMap(({ legs }) => legs.map((leg) => leg.fixture)))]
  const rows = await fixturesById(db, games)
  return new Set(rows.flatMap(({ fixture, closedAt }) => (closedAt === null ? [] : [fixture])))
}

const legOn = ({ legs }: BetOnEvent, event: string) => legs.find(({ fixture }) => fixture === event)!

/** The money of parlays is that of other events too: it counts in stakes and returns as their bettors see it. */
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
