import { expect, test } from 'vitest'
import { hasLine, MARKET_KINDS, type MarketKind, selectionsOf } from '#domain/settlement/markets.ts'
import { selectionName } from '#domain/settlement/selection-names.ts'
import type { StruckLeg } from '../events/payloads.ts'
import type { Fixture } from '../replay/entities.ts'
import type { CheckContext } from '../replay/event-check.ts'
import { checkQuote } from './quotes.ts'

const AT = '2026-01-10T12:00:00.000Z'
const START = '2026-01-10T15:00:00.000Z'

type Teams = { readonly home: string; readonly away: string }
type Picked = { readonly kind: MarketKind; readonly selection: string; readonly point: string | undefined }

/** The findings about the name of a selection. */
function namesFound({ kind, selection, point }: Picked, teams: Teams, name: string): string[] {
  const found: string[] = []
  const context = {
    meta: { at: AT },
    findings: { at: (_place: unknown, code: string, expected: string) => void found.push(`${code}: ${expected}`) },
    state: { fixtures: { versionOf: () => 0 } },
  } as unknown as CheckContext
  const leg = { fixture: 'f', fixtureVersion: 0, league: 'l', startsAt: START, market: kind, selection, fetchedAt: AT }
  const named = { ...leg, ...(point !== undefined && { point }), drawOffered: true, selectionName: name }
  const fixture = { id: 'f', league: 'l', ...teams, starts: [{ version: 0, at: START, recordedAt: AT }] }
  checkQuote(context, 0, named as unknown as StruckLeg, fixture as unknown as Fixture)
  return found
}

const PICKED: readonly Picked[] = MARKET_KINDS.flatMap((kind) =>
  selectionsOf(kind).flatMap((selection) =>
    (hasLine(kind) ? ['0', '-1.5', '1.5', '2.25'] : [undefined]).map((point) => ({ kind, selection, point })),
  ),
)

test.each<[string, string]>([
  ['Arsenal', 'Chelsea'],
  ['Draw', 'Chelsea'],
  ['Over', 'Under'],
  ['Yes', 'No'],
  ['Rovers Over', 'Rovers'],
  ['Rovers', 'Rovers Under'],
  ['Rovers or City', 'Rovers'],
  ['City', 'Rovers or Draw'],
  ['Draw or City', 'City'],
  ['Rovers -1.5', 'Rovers'],
  ['home', 'away'],
  ['Rovers', 'Rovers'],
])('of %s against %s every selection may have the name that follows from its game', (home, away) => {
  for (const picked of PICKED) {
    const name = selectionName(picked.kind, picked.selection, picked.point, { home, away })
    expect([name, namesFound(picked, { home, away }, name)]).toEqual([name, []])
  }
})

test('of a side the name of the other one, or of a draw, is found', () => {
  const teams = { home: 'Arsenal', away: 'Chelsea' }
  const turned = { home: 'Chelsea', away: 'Arsenal' }
  for (const picked of PICKED.filter(({ selection }) => /^(?:home|away)(?!-away)/.test(selection))) {
    const name = selectionName(picked.kind, picked.selection, picked.point, turned)
    const wrong = [`quote_mismatch: leg 0: name of ${picked.selection}`]
    expect([name, namesFound(picked, teams, name)]).toEqual([name, wrong])
  }
  const home = { kind: 'h2h', selection: 'home', point: undefined } as const
  expect(namesFound(home, teams, 'Draw')).toHaveLength(1)
  // spelled differently than when the game was listed
  expect(namesFound(home, teams, 'Arsenal London')).toEqual([])
})

test.each(['hill city', 'Hill  City', 'Ｈｉｌｌ City', 'Hill\u{200b} City', 'Hill City.', 'Hi\u{300}ll City'])(
  'another writing of the other team is its name, too: %j',
  (name) => {
    const teams = { home: 'Harbour Town', away: name.includes('\u{300}') ? 'H\u{ec}ll City' : 'Hill City' }
    const home = { kind: 'h2h', selection: 'home', point: undefined } as const
    expect(namesFound(home, teams, name)).toHaveLength(1)
    expect(namesFound({ ...home, selection: 'away' }, teams, name)).toEqual([])
    expect(
      namesFound({ kind: 'team_totals', selection: 'home-over', point: '1.5' }, teams, `${name} Over 1.5`),
    ).toHaveLength(1)
    // teams whose names are one in this way are told apart as they are written
    expect(namesFound(home, { home: name, away: teams.away }, name)).toEqual([])
    expect(namesFound(home, { home: name, away: teams.away }, teams.away)).toHaveLength(1)
  },
)
