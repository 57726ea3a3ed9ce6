import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { regulationScore } from './regulation.ts'
import { foldRead, type ScoreState } from './results.ts'

const START = new Date('2026-11-20T20:00:00Z')
type Read = readonly [minute: number, home: number | null, away: number | null, completed?: boolean]
const stateOf = (reads: readonly Read[]): ScoreState =>
  reads.reduce<ScoreState | null>((state, [minute, home, away, completed = true]) => {
    const readAt = new Date(START.getTime() + minute * MINUTE)
    return foldRead(state, { home, away, completed, lastUpdate: null, readAt, message: '0'.repeat(64) })
  }, null)!
const regulation = (league: string, reads: readonly Read[]) => {
  const score = regulationScore(stateOf(reads), START, league)
  return score === null ? null : `${score.home}-${score.away}`
}

describe('the score after regulation time', () => {
  it.each<[string, string, readonly Read[], string | null]>([
    ['is the final one in a league', 'soccer_epl', [[115, 2, 1]], '2-1'],
    ['is the final one in a league, however late it is read', 'soccer_epl', [[2_000, 2, 1]], '2-1'],
    ['is none while the game goes on', 'soccer_epl', [[50, 2, 1, false]], null],
    ['is none of a completed game without a score', 'soccer_epl', [[115, null, null]], null],
    ['is none of a completed game with the score of one side', 'soccer_epl', [[115, 2, null]], null],
    ['is none of a completed game with the score of the other side', 'soccer_epl', [[115, null, 1]], null],
    [
      'is none once completed is taken back',
      'soccer_epl',
      [
        [115, 2, 1],
        [116, 2, 1, false],
      ],
      null,
    ],
    ['is the final one of a cup tie that was over in time', 'soccer_fa_cup', [[117, 1, 1]], '1-1'],
    ['counts to the last minute', 'soccer_fa_cup', [[130, 1, 1]], '1-1'],
    ['and no further', 'soccer_fa_cup', [[130.01, 1, 1]], null],
    [
      'is unknown of a cup tie read after extra time',
      'soccer_fa_cup',
      [
        [90, 1, 1, false],
        [152, 2, 1],
      ],
      null,
    ],
    [
      'stays known when it is read again',
      'soccer_fa_cup',
      [
        [117, 1, 0],
        [118, 1, 0],
        [180, 1, 0],
      ],
      '1-0',
    ],
    [
      'follows a correction in time',
      'soccer_fa_cup',
      [
        [117, 1, 0],
        [121, 1, 1],
      ],
      '1-1',
    ],
    [
      'is unknown where the score changed later',
      'soccer_fa_cup',
      [
        [117, 1, 1],
        [155, 2, 1],
      ],
      null,
    ],
    [
      'needs a score at the completed read',
      'soccer_fa_cup',
      [
        [117, null, null],
        [140, 1, 0],
      ],
      null,
    ],
    [
      'takes the first score after completion, if in time',
      'soccer_fa_cup',
      [
        [117, null, null],
        [119, 1, 0],
      ],
      '1-0',
    ],
    ['is no more certain in the Champions League', 'soccer_uefa_champs_league', [[160, 3, 1]], null],
    ['or in play-offs', 'soccer_efl_champ', [[160, 3, 1]], null],
    ['or in a league that nobody knows', 'soccer_of_tomorrow', [[160, 3, 1]], null],
    ['is the final one of ice hockey by two goals', 'icehockey_nhl', [[160, 4, 2]], '4-2'],
    ['is unknown of ice hockey by one goal', 'icehockey_nhl', [[160, 4, 3]], null],
    ['is unknown of a draw in ice hockey', 'icehockey_liiga', [[160, 3, 3]], null],
    ['is unknown in basketball', 'basketball_nba', [[150, 120, 99]], null],
    ['is unknown in American football', 'americanfootball_nfl', [[200, 40, 10]], null],
    ['is unknown in baseball', 'baseball_mlb', [[200, 9, 1]], null],
    ['is unknown in Aussie rules, with its finals', 'aussierules_afl', [[150, 90, 60]], null],
    ['is unknown with a golden point', 'rugbyleague_nrl', [[110, 19, 18]], null],
    ['is the final one in the Six Nations', 'rugbyunion_six_nations', [[110, 20, 20]], '20-20'],
    ['is the final one where there is no regulation time', 'tennis_atp_wimbledon', [[200, 3, 2]], '3-2'],
    ['also at a tournament that nobody knows', 'tennis_atp_of_tomorrow', [[200, 3, 2]], '3-2'],
    ['is the final one of a bout', 'mma_mixed_martial_arts', [[20, 1, 0]], '1-0'],
    ['is the final one in cricket', 'cricket_ipl', [[220, 180, 176]], '180-176'],
    ['is unknown of a sport that nobody knows', 'curling_worlds', [[150, 7, 5]], null],
  ])('%s', (_name, league, reads, score) => expect(regulation(league, reads)).toBe(score))

  it('is measured from the true start: a delayed game has its ninety minutes later', () => {
    const state = stateOf([[150, 1, 0]])
    expect(regulationScore(state, START, 'soccer_fa_cup')).toBeNull()
    const delayed = new Date(START.getTime() + 30 * MINUTE)
    expect(regulationScore(state, delayed, 'soccer_fa_cup')).toEqual({ home: 1, away: 0 })
  })

  it('is unknown for a cup tie that was first read after 130 minutes', () => {
    const goals = fc.integer({ min: 0, max: 2 })
    const reads = fc.array(fc.tuple(fc.integer({ min: 80, max: 200 }), goals, goals, fc.boolean()), { minLength: 1 })
    let known = 0
    fc.assert(
      fc.property(reads, (unordered) => {
        const all = unordered.toSorted(([one], [other]) => one - other)
        const score = regulation('soccer_fa_cup', all)
        if (score === null) return
        known += 1
        const inTime = all.filter(([minute, , , completed]) => completed && minute <= 130)
        expect(inTime.length).toBeGreaterThan(0)
        const early = all.filter(([minute]) => minute <= 130).map(([, home, away]) => `${home}-${away}`)
        expect(early).toContain(score)
      }),
      { numRuns: 1_000 },
    )
    expect(known).toBeGreaterThan(20)
  })
})
