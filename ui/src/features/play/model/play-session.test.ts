import { beforeEach, describe, expect, it } from 'vitest'
import { continuePlaying, endPlaySession, sumsSince, updatePlaySession } from './play-session.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-20T14:00:00.000Z')
const november = (stakedCents: number, lostCents: number) => ({
  monthEnds: '2026-11-30T23:00:00.000Z',
  stakedCents,
  lostCents,
})

describe('a play session', () => {
  beforeEach(endPlaySession)

  it('continues while the bettor is here, even after a reload', () => {
    continuePlaying('ada', START)
    continuePlaying('ada', START + 29 * MINUTE)
    expect(continuePlaying('ada', START + 50 * MINUTE)).toMatchObject({
      startedAt: START,
      seenAt: START + 50 * MINUTE,
      checkedAt: START,
    })
  })
  it('starts over after half an hour away, for another user, and after a sign-out', () => {
    continuePlaying('ada', START)
    expect(continuePlaying('ada', START + 30 * MINUTE).startedAt).toBe(START + 30 * MINUTE)
    expect(continuePlaying('bob', START + 31 * MINUTE).startedAt).toBe(START + 31 * MINUTE)
    endPlaySession()
    expect(continuePlaying('bob', START + 32 * MINUTE).startedAt).toBe(START + 32 * MINUTE)
  })
  it('keeps the sums of its beginning', () => {
    updatePlaySession(continuePlaying('ada', START), { before: november(1_000, 500) })
    expect(continuePlaying('ada', START + MINUTE).before).toEqual(november(1_000, 500))
  })
  it('ignores anything else in storage', () => {
    for (const stored of ['x', '{}', '{"user":"ada","startedAt":"soon"}', 'null']) {
      localStorage.setItem('fairbook.play-session', stored)
      expect(continuePlaying('ada', START).startedAt).toBe(START)
    }
  })
})

it.each([
  ['staked and lost', november(1_500, 900), { stakedCents: 500, resultCents: -400 }],
  ['won', november(1_500, -1_000), { stakedCents: 500, resultCents: 1_500 }],
  ['nothing', november(1_000, 500), { stakedCents: 0, resultCents: 0 }],
  ['an earlier stake refunded', november(800, 300), { stakedCents: 0, resultCents: 200 }],
  [
    'in a new month',
    { ...november(300, 300), monthEnds: '2026-12-31T23:00:00.000Z' },
    { stakedCents: 300, resultCents: -300 },
  ],
])('since then: %s', (_what, now, since) => expect(sumsSince(november(1_000, 500), now)).toEqual(since))
