import { describe, expect, it } from 'vitest'
import { aGame } from '#ui/testing/factories.ts'
import { groupByLeague } from './league-groups.ts'

describe('league groups', () => {
  it('come in the order of their first game, games by start', () => {
    const games = [
      aGame({ league_key: 'b', commence_time: '2026-11-21T15:00:00.000Z', home_team: 'Third' }),
      aGame({ league_key: 'a', commence_time: '2026-11-21T13:00:00.000Z', home_team: 'Second' }),
      aGame({ league_key: 'b', commence_time: '2026-11-21T12:00:00.000Z', home_team: 'First' }),
    ]
    const groups = groupByLeague(games)
    expect(groups.map((group) => group.key)).toEqual(['b', 'a'])
    expect(groups[0]?.games.map((game) => game.home_team)).toEqual(['First', 'Third'])
  })

  it('stay in the order in which they are shown, new ones behind', () => {
    const games = ['a', 'b', 'c'].map((league_key) => aGame({ league_key }))
    expect(groupByLeague(games, ['c', 'gone', 'a']).map(({ key }) => key)).toEqual(['c', 'a', 'b'])
  })

  it('have a draw column as soon as one game offers a draw', () => {
    const twoWay = aGame({ prices: { home: 1.5, away: 2.5 } })
    expect(groupByLeague([twoWay])[0]?.sides).toEqual(['home', 'away'])
    expect(groupByLeague([twoWay, aGame()])[0]?.sides).toEqual(['home', 'draw', 'away'])
  })
})
