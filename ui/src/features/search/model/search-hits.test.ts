import { describe, expect, it } from 'vitest'
import { aGame } from '#ui/testing/factories.ts'
import { searchHits } from './search-hits.ts'

const sports = [
  {
    key: 'soccer',
    title: 'Football',
    description: '',
    leagues: [
      { key: 'soccer_epl', title: 'EPL', country: 'GB-ENG' },
      { key: 'soccer_romania', title: 'Romania Liga 1', country: 'RO' },
    ],
  },
]
const game = (home_team: string, commence_time = '2026-11-21T15:00:00.000Z', changes = {}) =>
  aGame({ home_team, commence_time, league_title: 'EPL', ...changes })
const found = (text: string, games = [game('Roma'), game('Atlético Madrid')]) =>
  searchHits(text, sports, games).map(({ kind, items }) => [
    kind,
    ...items.map((hit) => (hit.kind === 'league' ? hit.league.title : hit.game.home_team)),
  ])

describe('a search', () => {
  it('finds games by team and leagues by name, best match first', () => {
    expect(found('roma')).toEqual([
      ['game', 'Roma'],
      ['league', 'Romania Liga 1'],
    ])
    expect(found('atletico')).toEqual([['game', 'Atlético Madrid']])
    expect(found('  ')).toEqual([])
  })

  it('finds a league by its name, but not its games by that alone', () => {
    expect(found('epl')).toEqual([['league', 'EPL']])
    expect(found('roma epl')).toEqual([['game', 'Roma']])
  })

  it('lists a game once, next games first, and none that is over', () => {
    const early = game('Roma Due', '2026-11-20T15:00:00.000Z')
    const late = game('Roma Uno')
    expect(found('roma', [late, early, late, game('Roma Tre', undefined, { completed: true })])).toEqual([
      ['game', 'Roma Due', 'Roma Uno'],
      ['league', 'Romania Liga 1'],
    ])
  })
})
