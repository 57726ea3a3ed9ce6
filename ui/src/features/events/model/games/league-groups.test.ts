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

  it('keep the order in which they are shown, new ones last', () => {
    const groupsOf = (keys: string[]) => groupByLeague(keys.map((league_key) => aGame({ league_key })))
    const games = ['a', 'b', 'c'].map((league_key) => aGame({ league_key }))
    const shown = ['c', 'gone', 'a'].flatMap((key) => groupsOf([key]))
    expect(groupByLeague(games, shown, true).map(({ key }) => key)).toEqual(['c', 'a', 'b'])
    expect(groupByLeague(games, shown).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  it('have a draw column as soon as one game offers a draw', () => {
    const twoWay = aGame({ prices: { home: 1.5, away: 2.5 } })
    expect(groupByLeague([twoWay])[0]?.sides).toEqual(['home', 'away'])
    expect(groupByLeague([twoWay, aGame()])[0]?.sides).toEqual(['home', 'draw', 'away'])
  })

  it('keep their columns while betting on a game, or on all of them, is suspended', () => {
    const twoWay = aGame({ prices: { home: 1.5, away: 2.5 } })
    const suspended = aGame({ prices: null })
    expect(groupByLeague([twoWay, suspended])[0]?.sides).toEqual(['home', 'away'])
    expect(groupByLeague([suspended], groupByLeague([twoWay]))[0]?.sides).toEqual(['home', 'away'])
    expect(groupByLeague([suspended])[0]?.sides).toEqual(['home', 'draw', 'away'])
  })
})
