import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { marketName } from './market-names.ts'

describe('a market', () => {
  it.each([
    ['h2h', 'Match Result'],
    ['h2h_q1', 'Match Result - 1st Quarter'],
    ['h2h_3_way_h1', 'Match Result (3-Way) - 1st Half'],
    ['alternate_totals_1st_5_innings', 'Alternate Totals - First 5 Innings'],
    ['draw_no_bet', 'Draw No Bet'],
    ['double_chance', 'Double Chance'],
    ['alternate_team_totals', 'Alternate Team Totals'],
    ['player_pass_rush_reception_yds', 'Player Pass + Rush + Receiving Yards'],
    ['player_rush_yds_alternate', 'Alternate Player Rushing Yards'],
    ['player_points_rebounds_assists', 'Player Points + Rebounds + Assists'],
    ['player_tackles_most', 'Most Tackles'],
    ['player_kicks_over', 'Player Kicks (Over)'],
    ['batter_hits_runs_rbis', 'Batter Hits + Runs + RBIs'],
    ['something_new', 'Something New'],
  ])('%s is called %s', (key, name) => expect(marketName(key)).toBe(name))
})

const LIST = process.env.RECORDED_ODDS === undefined ? '' : join(process.env.RECORDED_ODDS, 'betting-market-keys.tsv')

describe.runIf(existsSync(LIST))('every key of the provider', () => {
  it('has its name', () => {
    const [, ...rows] = readFileSync(LIST, 'utf8').trim().split('\n')
    const names = rows.map((row) => row.split('\t', 2) as [string, string])
    expect(names.length).toBeGreaterThan(290)
    expect(names.map(([key]) => [key, marketName(key)])).toEqual(names)
  })
})
