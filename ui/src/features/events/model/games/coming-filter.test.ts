import { describe, expect, it } from 'vitest'
import { aGame } from '#ui/testing/factories.ts'
import { leagueFavourite, teamFavourite } from '../favourites.ts'
import { type ComingFilter, filterComing } from './coming-filter.ts'

const NONE: ReadonlySet<string> = new Set()
/** The starts that a filter lets through at a given time. */
const left = (filter: ComingFilter, now: string, starts: string[]) =>
  filterComing(
    starts.map((commence_time) => aGame({ commence_time })),
    filter,
    Date.parse(now),
    NONE,
  ).map(({ commence_time }) => commence_time)

describe('the filter of upcoming games', () => {
  it('uses days in Paris, not in UTC', () => {
    const starts = ['2026-11-20T22:59:00Z', '2026-11-20T23:00:00Z', '2026-11-21T22:59:00Z', '2026-11-21T23:00:00Z']
    expect(left('today', '2026-11-20T14:00:00Z', starts)).toEqual(starts.slice(0, 1))
    expect(left('tomorrow', '2026-11-20T14:00:00Z', starts)).toEqual(starts.slice(1, 3))
    expect(left('today', '2026-11-20T23:30:00Z', starts)).toEqual(starts.slice(1, 3))
  })

  it('finds the next day where a day has 23 or 25 hours', () => {
    const sunday = ['2027-03-28T10:00:00Z']
    expect(left('tomorrow', '2027-03-27T22:30:00Z', sunday)).toEqual(sunday)
    const monday = ['2026-10-26T10:00:00Z']
    expect(left('tomorrow', '2026-10-24T22:30:00Z', monday)).toEqual(monday)
  })

  it('lets through games that start within the hour', () => {
    const starts = ['2026-11-20T13:59:00Z', '2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z', '2026-11-20T15:01:00Z']
    expect(left('hour', '2026-11-20T14:00:00Z', starts)).toEqual(starts.slice(1, 3))
  })

  it('keeps a game on screen that started, but no other', () => {
    const now = Date.parse('2026-11-20T14:00:00Z')
    const [held, other] = ['held', 'other'].map((id) => aGame({ id, commence_time: '2026-11-20T13:59:00Z' }))
    expect(filterComing([held!, other!], 'hour', now, NONE, new Set(['held']))).toEqual([held])
  })

  it('lets through starred leagues, and starred teams of the same sport', () => {
    const [epl, serieA, tennis] = [
      aGame(),
      aGame({ league_key: 'soccer_italy_serie_a', home_team: 'Napoli', away_team: 'Torino' }),
      aGame({ league_key: 'tennis_atp', sport: 'tennis', home_team: 'Torino', away_team: 'Other' }),
    ]
    const shown = (...keys: string[]) => filterComing([epl, serieA, tennis], 'favourites', 0, new Set(keys))
    expect(shown()).toEqual([])
    expect(shown(leagueFavourite('soccer_epl'))).toEqual([epl])
    expect(shown(teamFavourite('soccer', 'Torino'))).toEqual([serieA])
  })
})
