// For how long a price can be bet on, by the minute.
import { expect, it } from 'vitest'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { entryOf, isStale } from './board-entry.ts'
import type { QuoteRow } from './board-rows.ts'

const START = new Date('2026-11-20T20:00:00Z')
const minutes = (after: number) => new Date(START.getTime() + after * MINUTE)

const ROW: QuoteRow = {
  ...{ fixture_id: 'a1', market: 'h2h', point: '', selection: 'home', selection_name: 'A', odds: '2.10' },
  ...{ bookmaker: 'north', title: 'North', message_hash: '', draw_offered: true },
  ...{ seal_feed: 'f', seal_version: 0, seal_index: 0, seal_size: 1, seal_path: '' },
  ...{ quoted_at: START, fetched_at: START },
}
const FIXTURE = { fixture: 'a1', source: 'feed', league: 'soccer_epl', home: 'A', away: 'B', startsAt: START } as const
const UNDECIDED = { version: 0, resultHome: null, resultAway: null, abandoned: false, closedAt: null, housePrice: null }

const isOld = (at: { quoted: number; fetched: number; now: number }) => {
  const row = { ...ROW, quoted_at: minutes(at.quoted), fetched_at: minutes(at.fetched) }
  const entry = entryOf(
    { fixture: { ...FIXTURE, ...UNDECIDED }, quotes: [row], score: null, begunEarly: false, suspended: [] },
    0,
  )
  return isStale(entry, row, minutes(at.now))
}

it.each([
  ['before the start, after a quarter of an hour', { quoted: -30, fetched: -30, now: -15 }, false],
  ['before the start, after more', { quoted: -30, fetched: -30, now: -14.9 }, true],
  ['in play, after two minutes', { quoted: 10, fetched: 10, now: 12 }, false],
  ['in play, after more', { quoted: 10, fetched: 10, now: 12.1 }, true],
  ['of before the start, in play', { quoted: -3, fetched: -3, now: 0 }, true],
  ['that was old when it was fetched', { quoted: -40, fetched: -20, now: -20 }, true],
  ['of a provider whose clock is ahead, from its fetch on', { quoted: 60, fetched: -30, now: -14 }, true],
])('a price %s', (_when, at, old) => expect(isOld(at)).toBe(old))
