import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HOUR } from '#services/platform/clock/durations.ts'
import { leagues as simulated } from '#services/simulator/schedule/leagues.ts'
import { recordedOdds } from '../testing/recorded.ts'
import { catalogLeague, completedWithinMs, families, familyOf, mayGoToExtraTime } from './catalog.ts'

const RECORDED = recordedOdds('betting-sport-keys.tsv')

describe('the catalog of leagues', () => {
  it('groups leagues by sport, with both codes of rugby together', () => {
    expect(families.map(({ key }) => key).slice(0, 3)).toEqual(['soccer', 'basketball', 'americanfootball'])
    expect(families.find(({ key }) => key === 'rugby')?.leagues.map(({ key }) => key)).toEqual([
      'rugbyleague_nrl',
      'rugbyleague_nrl_state_of_origin',
      'rugbyleague_nrlw',
      'rugbyunion_six_nations',
    ])
    expect(familyOf('rugbyunion_six_nations')).toBe('rugby')
    expect(familyOf('soccer_of_tomorrow')).toBe('soccer')
    expect(familyOf('handball_germany_bundesliga')).toBe('handball')
  })

  it('knows titles, countries, and which leagues are not bet on game by game', () => {
    expect(catalogLeague('soccer_spl')).toEqual({
      key: 'soccer_spl',
      title: 'Premiership - Scotland',
      family: 'soccer',
      country: 'GB-SCT',
      outright: false,
      scored: true,
      competition: 'playoffs',
    })
    expect(catalogLeague('golf_us_open_winner')?.outright).toBe(true)
    expect(catalogLeague('tennis_atp_wimbledon')?.scored).toBe(false)
    expect(catalogLeague('politics_us_presidential_election_winner')).toBeUndefined()
    for (const { leagues } of families) {
      for (const { key, country } of leagues) if (key.includes('fifa')) expect(country).toBe('INT')
    }
  })

  it('has every league of the simulator', () => {
    for (const { key, title } of simulated) expect(catalogLeague(key)?.title).toBe(title)
  })

  it('says for every soccer league whether its games may go to extra time', () => {
    const soccer = families.find(({ key }) => key === 'soccer')!.leagues.filter(({ outright }) => !outright)
    expect(soccer.length).toBeGreaterThan(60)
    for (const { competition } of soccer) expect(['league', 'playoffs', 'cup']).toContain(competition)
  })

  it.each([
    ['soccer_epl', false],
    ['soccer_spain_la_liga', false],
    ['soccer_efl_champ', true],
    ['soccer_usa_mls', true],
    ['soccer_fa_cup', true],
    ['soccer_uefa_champs_league', true],
    ['soccer_fifa_world_cup', true],
    ['soccer_of_tomorrow', true],
    ['icehockey_nhl', true],
    ['basketball_nba', true],
    ['rugbyunion_six_nations', false],
    ['tennis_atp_wimbledon', false],
  ])('%s may go to extra time: %s', (league, may) => expect(mayGoToExtraTime(league)).toBe(may))

  it('gives soccer 48 hours to complete, other sports 30', () => {
    expect([completedWithinMs('soccer_epl'), completedWithinMs('icehockey_nhl')]).toEqual([48 * HOUR, 30 * HOUR])
  })

  it.runIf(RECORDED !== null)('has all recorded keys of the supported sports', () => {
    const unsupported = new Set(['handball', 'lacrosse', 'politics'])
    const rows = readFileSync(RECORDED!, 'utf8').trim().split('\n').slice(1)
    for (const row of rows) {
      const [key = '', , title] = row.split('\t')
      if (!unsupported.has(key.split('_')[0]!)) expect(catalogLeague(key)?.title).toBe(title)
    }
  })
})
