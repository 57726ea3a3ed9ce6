import { describe, expect, it } from 'vitest'
import { furtherRegions, leaguesIn, regionOf } from './regions.ts'

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
  it('go by country; FIFA and what has no country are international', () => {
    expect(leagues.map(regionOf)).toEqual([
      'England',
      'Scotland',
      'Netherlands',
      'Brazil',
      'International',
      'International',
      'International',
    ])
  })

  it('beyond the buttons are the other countries, by name', () => {
    expect(furtherRegions(leagues)).toEqual(['Brazil', 'Netherlands', 'Scotland'])
  })

  it('limit the list', () => {
    expect(leaguesIn(leagues, null)).toHaveLength(7)
    expect(leaguesIn(leagues, 'Netherlands').map(({ key }) => key)).toEqual(['soccer_netherlands_eredivisie'])
    expect(leaguesIn(leagues, 'Germany')).toEqual([])
  })
})
