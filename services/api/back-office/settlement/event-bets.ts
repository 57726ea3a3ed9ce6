// An event of the settlement desk with its bets, by what was picked.
import { fixtureOutcome } from '#domain/fixture/state.ts'
import { eurosOf } from '#domain/money.ts'
import type { DeskEventBets } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { type BetOnEvent, MAX_BETS, openBetsOn, settledBetsOn } from './bets-on-fixture.ts'
import { deskEvent } from './desk-queue.ts'

const SHOWN_BETS = 50
/** Every settlement in the window names an older one. */
const ANY_VERSION = 2_147_483_647
const ANY_TIME = '1970-01-01T00:00:00.000Z'

type Needed = Pick<Services, 'queries' | 'fixtures' | 'reads'>

/** Throws ApiError where there is no such event. Settled bets are those that may still be settled again. */
export async function eventBets({ queries, fixtures, reads }: Needed, event: string): Promise<DeskEventBets> {
  const shown = await deskEvent(queries, event)
  if (shown === null) throw new ApiError('fixture_missing')
  const outcome = fixtureOutcome(await fixtures.read(event))
  const bets: BetOnEvent[] = []
  let complete = true
  for (const pages of [openBetsOn(queries, event), settledBetsOn(queries, event, ANY_VERSION, ANY_TIME)]) {
    let seen = 0
    for await (const page of pages) {
      bets.push(...page)
      seen += page.length
    }
    if (seen >= MAX_BETS) complete = false
  }
  const first = bets.toSorted((a, b) => b.stakeCents - a.stakeCents).slice(0, SHOWN_BETS)
  const people = await reads.people.users([...new Set(first.map(({ account }) => account))])
  return {
    ...shown,
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
    })),
  }
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
