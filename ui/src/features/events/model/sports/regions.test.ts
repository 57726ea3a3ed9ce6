import { describe, expect, it } from 'vitest'
import { leaguesIn, otherRegions } from './regions.ts'

const league = (key: string, country: string | null) => ({ key, title: key, country })
const leagues = [
  league('soccer_epl', 'GB-ENG'),
  league('soccer_spl', 'GB-SCT'),
  league('soccer_netherlands_eredivisie', 'NL'),
  league('soccer_brazil_campeonato', 'BR'),
  league('soccer_fifa_world_cup_womens', 'NL'),
  league('soccer_uefa_champs_league', 'INT'),
  league('soccer_somewhere', null),
]

describe('football regions', () => {
  it('follow the country; FIFA and leagues without a country are international', () => {
    const regions = ['England', 'Scotland', 'Netherlands', 'Brazil', 'International']
    expect(regions.map((region) => leaguesIn(leagues, region).map(({ key }) => key))).toEqual([
      ['soccer_epl'],
      ['soccer_spl'],
      ['soccer_netherlands_eredivisie'],
      ['soccer_brazil_campeonato'],
      ['soccer_fifa_world_cup_womens', 'soccer_uefa_champs_league', 'soccer_somewhere'],
    ])
  })

  it('without a chip are all other countries, by name', () => {
    expect(otherRegions(leagues)).toEqual(['Brazil', 'Netherlands', 'Scotland'])
  })

  it('filter the list', () => {
    expect(leaguesIn(leagues, null)).toHaveLength(7)
    expect(leaguesIn(leagues, 'Netherlands').map(({ key }) => key)).toEqual(['soccer_netherlands_eredivisie'])
    expect(leaguesIn(leagues, 'Germany')).toEqual([])
  })
})
