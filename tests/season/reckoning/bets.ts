// What became of every bet, from the events alone: settled, voided, or waiting for a reason.
import type { BetPlaced, BetResettled, BetSettled, GradedLeg, Leg } from '#domain/bet/bet-events.ts'
import type { FixtureState } from '#domain/fixture/state.ts'
import { gradeLeg, struckLeg } from '#domain/settlement/grade-leg.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { catalogLeague } from '#services/odds/catalog/catalog.ts'
import type { House } from '../house/house.ts'

export type Reckoned = {
  readonly bet: string
  readonly legs: readonly Leg[]
  readonly stakeCents: number
  readonly placedAt: string
  readonly settlement: {
    readonly outcome: string
    readonly returnCents: number
    readonly legs: readonly GradedLeg[]
  } | null
  /** Why it waits; null once it is settled by the result in force. */
  readonly waitsFor: string | null
}

/** Beginnings of the reasons for which a bet may wait: for an admin, or to be settled again. */
export const UNDECIDED = 'undecided: '
export const SUPERSEDED = 'superseded'

type Known = { placed: BetPlaced; placedAt: string; settlement: Reckoned['settlement'] }

export async function reckon({ store, commands }: Pick<House, 'store' | 'commands'>): Promise<Reckoned[]> {
  const bets = new Map<string, Known>()
  for await (const page of store.readAll(null)) {
    for (const { type, body } of page) {
      if (!type.startsWith('Bet')) continue
      const { data, meta } = decodeBody(body)
      if (type === 'BetPlaced') {
        const placed = data as BetPlaced
        bets.set(placed.bet, { placed, placedAt: (meta as { at: string }).at, settlement: null })
      } else settle(bets.get((data as { bet: string }).bet)!, type, data)
    }
  }
  const fixtures = new Map<string, FixtureState>()
  const fixtureOf = async (id: string) => {
    const known = fixtures.get(id) ?? (await commands.fixtures.read(id))
    fixtures.set(id, known)
    return known
  }
  const reckoned: Reckoned[] = []
  for (const { placed, placedAt, settlement } of bets.values()) {
    const waitsFor =
      settlement === null ? await whyOpen(placed, placedAt, fixtureOf) : await whySuperseded(settlement, fixtureOf)
    const { bet, legs, stakeCents } = placed
    reckoned.push({ bet, legs, stakeCents, placedAt, settlement, waitsFor })
  }
  return reckoned
}

function settle(known: Known, type: string, data: unknown): void {
  if (type === 'BetSettled') known.settlement = data as BetSettled
  else if (type === 'BetResettled') known.settlement = (data as BetResettled).settlement
  else known.settlement = { outcome: 'voided', returnCents: known.placed.stakeCents, legs: [] }
}

type Read = (fixture: string) => Promise<FixtureState>

/** `forgotten`: every leg is decided, and nobody has settled it. */
async function whyOpen({ legs }: BetPlaced, placedAt: string, read: Read): Promise<string> {
  for (const leg of legs) {
    const { outcome } = await read(leg.fixture)
    if (outcome === null) {
      const isScored = catalogLeague(leg.league)?.scored !== false
      return isScored ? 'game without a result' : `${UNDECIDED}no scores (${leg.league.split('_')[0]})`
    }
    const grade = gradeLeg(struckLeg(leg), placedAt, outcome)
    if (grade?.grade === 'lost') return 'forgotten'
    if (grade === null) return `${UNDECIDED}no score after regulation time (${leg.league.split('_')[0]})`
  }
  return 'forgotten'
}

/** A settlement by a result that has been corrected since has to be made again. */
async function whySuperseded({ legs }: NonNullable<Reckoned['settlement']>, read: Read): Promise<string | null> {
  for (const { fixture, result } of legs) {
    const { outcome } = await read(fixture)
    const versions = outcome === null ? [] : [outcome.version]
    if (outcome?.kind === 'result') versions.push(...(outcome.decided ?? []).map(({ version }) => version))
    if (!versions.includes(result)) return SUPERSEDED
  }
  return null
}
