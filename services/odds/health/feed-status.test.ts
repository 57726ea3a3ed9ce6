import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import { feedStatusOf, type LeagueReads } from './feed-status.ts'
import type { Trouble } from './provider-state.ts'

const NOW = new Date('2026-11-20T14:00:00.000Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const league = (readMs: number | null, game: Partial<LeagueReads> = {}): LeagueReads => ({
  league: 'soccer_epl',
  live: 0,
  upcoming: 1,
  nextStartMs: HOUR,
  oddsReadAt: readMs === null ? null : ago(readMs),
  ...game,
})
const fine = { trouble: null, troubleSince: null }
const inTrouble = (trouble: Trouble, ms: number) => ({ trouble, troubleSince: ago(ms) })

describe('the feed', () => {
  it.each<[string, LeagueReads[], ReturnType<typeof inTrouble> | typeof fine, string, number | null]>([
    ['nothing is on', [], fine, 'live', null],
    ['prices are as old as they may be', [league(15 * MINUTE)], fine, 'live', null],
    ['prices before the start are older', [league(15 * MINUTE + 1)], fine, 'delayed', 15 * MINUTE + 1],
    [
      'prices in play are older than two minutes',
      [league(2 * MINUTE + 1, { live: 1 })],
      fine,
      'delayed',
      2 * MINUTE + 1,
    ],
    ['nothing starts soon', [league(HOUR, { nextStartMs: 7 * HOUR })], fine, 'live', null],
    ['a league was never read', [league(null)], fine, 'live', null],
    ['a trouble is brief', [league(MINUTE)], inTrouble('unreachable', MINUTE), 'live', null],
    [
      'nobody answers for two minutes',
      [league(2 * MINUTE)],
      inTrouble('unreachable', 2 * MINUTE),
      'offline',
      2 * MINUTE,
    ],
    ['the key is refused', [], inTrouble('bad-key', 3 * MINUTE), 'offline', 3 * MINUTE],
    ['credits are out', [league(MINUTE)], inTrouble('out-of-credits', 3 * MINUTE), 'delayed', 3 * MINUTE],
    ['credits do not suffice', [], inTrouble('credits-spent', HOUR), 'delayed', HOUR],
    ['the oldest of two leagues counts', [league(HOUR), league(3 * HOUR)], fine, 'delayed', 3 * HOUR],
  ])('where %s', (_what, leagues, state, status, sinceMs) => {
    const since = sinceMs === null ? null : ago(sinceMs).toISOString()
    expect(feedStatusOf(leagues, state, NOW)).toEqual({ status, since })
  })

  it('allows for the duration of a poll in progress', () => {
    const leagues = [league(2 * MINUTE + 30 * SECOND, { live: 1 })]
    expect(feedStatusOf(leagues, fine, NOW, 30 * SECOND).status).toBe('live')
    expect(feedStatusOf(leagues, fine, NOW, 29 * SECOND).status).toBe('delayed')
  })
})
