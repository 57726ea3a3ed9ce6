// Everything that happened to a bet: its quotes, the results of its games, how it was settled, and settled again.
import { eurosOf } from '#domain/money.ts'
import { type BetEndingRow, type BetRow, betsById, endingsOf, placeOfBet } from '#projections/bets/queries.ts'
import { decisionsOn, type FixtureDecision, fixturesById } from '#projections/fixtures/queries.ts'
import type { BetHistory, BetStep } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { gameTitle } from '../shown-bet.ts'

/** Null if the account has no such bet. */
export async function betHistory(db: Queries, account: string, bet: string): Promise<BetHistory | null> {
  const place = await placeOfBet(db, account, bet)
  const [row] = place === null ? [] : await betsById(db, [bet])
  if (place === null || row === undefined) return null
  const games = row.legs.map(({ fixture }) => fixture)
  const [fixtures, decisions, endings] = await Promise.all([
    fixturesById(db, games),
    decisionsOn(db, games),
    endingsOf(db, bet),
  ])
  const titles = new Map(fixtures.map((row) => [row.fixture, gameTitle(row)]))
  const titleOf = (fixture: string): string => titles.get(fixture) ?? ''
  const dated = [
    ...resultSteps(row, decisions, titleOf),
    ...endings.map((ending, at) => endingStep(row, ending, endings[at - 1])),
  ]
  return {
    id: bet,
    placed: {
      at: row.placedAt.toISOString(),
      number: place.number,
      stake: eurosOf(row.stakeCents),
      odds: Number(row.odds),
      quotes: row.legs.map(({ fixture, market, selectionName, odds, seen, bookmaker, quotedAt, fetchedAt }) => ({
        eventId: fixture,
        gameTitle: titleOf(fixture),
        marketName: market,
        selection: selectionName,
        odds: Number(odds),
        seen: seen === undefined ? null : Number(seen),
        bookmaker,
        quotedAt,
        fetchedAt,
      })),
    },
    // at the same instant, a settlement comes after the results that it counted
    steps: dated.toSorted((a, b) => a.at.localeCompare(b.at)),
  }
}

function resultSteps(row: BetRow, decisions: readonly FixtureDecision[], titleOf: (fixture: string) => string) {
  const versions = new Map<string, number>()
  return decisions.flatMap(({ fixture, at: decidedAt, event }): BetStep[] => {
    const about = { at: decidedAt.toISOString(), gameTitle: titleOf(fixture) }
    switch (event.type) {
      case 'FixtureAbandoned':
        return [{ kind: 'abandoned', ...about }]
      case 'MarketDecided':
      case 'FixtureVoided': {
        const { market } = event.data
        const ours = row.legs.find((leg) => leg.fixture === fixture && leg.market === (market ?? leg.market))
        return ours === undefined ? [] : [{ kind: 'market', ...about, marketName: ours.market }]
      }
      default: {
        const version = (versions.get(fixture) ?? 0) + 1
        versions.set(fixture, version)
        const { score, source } = event.data
        return [{ kind: 'result', ...about, version, score, byHand: source === 'admin' }]
      }
    }
  })
}

function endingStep(row: BetRow, ending: BetEndingRow, before: BetEndingRow | undefined): BetStep {
  const { number, at, status, returnCents, rule, graded } = ending
  return {
    kind: 'ending',
    at: at.toISOString(),
    number,
    status,
    returned: returnCents === null ? null : eurosOf(returnCents),
    rule,
    again: before !== undefined && before.status !== 'pending',
    legs: (graded ?? []).map(({ leg, grade, voidReason }) => ({
      marketName: row.legs[leg]!.market,
      selection: row.legs[leg]!.selectionName,
      status: grade,
      void_reason: voidReason ?? null,
    })),
  }
}
