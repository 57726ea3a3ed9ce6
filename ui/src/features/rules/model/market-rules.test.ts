import { describe, expect, it } from 'vitest'
import { MARKET_KINDS } from '#domain/settlement/markets.ts'
import { ADDITIONAL_MARKETS, FEATURED_MARKETS } from '#services/odds/quotes/offered-markets.ts'
import { decidingScores } from './deciding-score.ts'
import { RULES, sectionOf, workedExamples } from './market-rules.ts'

describe('the house rules', () => {
  it.each([...FEATURED_MARKETS, ...ADDITIONAL_MARKETS])('say how the offered market %s settles', (key) => {
    const section = sectionOf(key)
    expect(MARKET_KINDS).toContain(section)
    const rule = RULES[section as (typeof MARKET_KINDS)[number]]
    expect(section === key || rule.also.includes(key)).toBe(true)
  })

  it('show examples as the settlement grades them', () => {
    const graded = Object.fromEntries(workedExamples('spreads').map(({ pick, grade }) => [pick, grade]))
    expect(graded).toEqual({
      'Home \u22121.5': 'Won',
      'Home \u22121': 'Stake back',
      'Home \u22120.75': 'Half won',
      'Away +0.75': 'Half lost',
      'Away +1.5': 'Won',
    })
    for (const kind of MARKET_KINDS) expect(workedExamples(kind).length, kind).toBeGreaterThan(1)
  })

  it('mention a returned stake exactly where the settlement returns it', () => {
    for (const kind of MARKET_KINDS) {
      const givesBack = workedExamples(kind).some(({ grade }) => grade === 'Stake back')
      expect([kind, RULES[kind].stakeBack !== 'Never.']).toEqual([kind, givesBack])
    }
  })

  it('say which score decides', () => {
    expect(decidingScores('totals')).toEqual([
      { where: 'Football', score: 'the score at the end of regulation time, stoppage time included' },
      { where: 'Other sports', score: 'the final score, overtime and shoot-out included' },
    ])
    expect(decidingScores('h2h').at(-1)).toEqual({ where: 'Test cricket', score: 'an admin’s decision' })
  })

  it('have a place for the markets of a period and for those that an admin decides', () => {
    expect(sectionOf('totals_h1')).toBe('periods')
    expect(sectionOf('player_goals')).toBe('other')
  })
})
