// Whole recorded series, poll by poll. `ids`: of the provider. `games`: those that were ever listed at most four days
// ahead, and so taken up. `moved`: ids whose start changed. `pairs`: games that vanished before their start and were
// not played then, with a later game of the same teams: three postponed by rain, each the day before the next of its
// series, and one that was played four days later under a new id.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#services/platform/clock/durations.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { createAnswers } from '../testing/answers.ts'
import { recordedOdds } from '../testing/recorded.ts'
import { createStage } from '../testing/stage.ts'

const stage = createStage()

const SERIES = [
  { name: 'kbo-2026-07_08', ids: 95, games: 95, moved: 65, pairs: 3 },
  { name: 'wnba-2026-07_08', ids: 65, games: 65, moved: 58, pairs: 1 },
  { name: 'nfl-2025-12-21_every-poll', ids: 29, games: 16, moved: 12, pairs: 0 },
  { name: 'nfl-2026-02-superbowl_every-poll', ids: 1, games: 1, moved: 1, pairs: 0 },
  { name: 'nfl-2025', ids: 344, games: 268, moved: 262, pairs: 0 },
] as const

type Line = { captured_at: string; event_id?: string; event: FeedEvent | null }
type Poll = { readonly at: Date; readonly events: readonly FeedEvent[] }
const linesOf = (file: string): string[] => gunzipSync(readFileSync(file)).toString().trim().split('\n')

/** Each poll with everything that was listed then. */
function* pollsOf(series: string): Generator<Poll> {
  const lines = linesOf(`${series}.events.jsonl.gz`).map((line) => JSON.parse(line) as Line)
  const [, ...polls] = linesOf(`${series}.snapshots.tsv.gz`)
  const byPoll = Map.groupBy(lines, ({ captured_at }) => captured_at)
  const listed = new Map<string, FeedEvent>()
  for (const poll of polls) {
    const at = poll.split('\t')[0]!
    for (const { event, event_id } of byPoll.get(at) ?? []) {
      if (event === null) listed.delete(event_id!)
      else listed.set(event.id, event)
    }
    if (listed.size > 0) yield { at: new Date(at), events: [...listed.values()] }
  }
}

/** The same, but each game vanishes for two polls well before its start and comes back under a new id. */
function* reissued(polls: Iterable<Poll>, again: Map<string, string>): Generator<Poll> {
  const seen = new Map<string, number>()
  for (const { at, events } of polls) {
    const issued = events.flatMap((event) => {
      const ahead = Date.parse(event.commence_time) - at.getTime()
      const times = seen.get(event.id) ?? 0
      if (times > 0 || (ahead > 8 * HOUR && ahead < 3 * DAY)) seen.set(event.id, times + 1)
      // not all at the same time
      const gone = times - (Number.parseInt(event.id.slice(0, 2), 16) % 10)
      if (gone === 5 || gone === 6) return []
      if (gone < 7) return [event]
      again.set(event.id, `${event.id}-again`)
      return [{ ...event, id: `${event.id}-again` }]
    })
    if (issued.length > 0) yield { at, events: issued }
  }
}

async function replay(polls: Iterable<Poll>) {
  const { answer, registry, fixturesById } = createAnswers(stage)
  const starts = new Map<string, Set<string>>()
  const total = { polls: 0, listed: 0, moves: 0 }
  for (const { at, events } of polls) {
    for (const { id, commence_time } of events) starts.set(id, (starts.get(id) ?? new Set()).add(commence_time))
    if (total.polls % 50 === 0) await registry.reload(at)
    const { listed, moved } = await answer(events[0]!.sport_key, events, at)
    total.polls += 1
    total.listed += listed
    total.moves += moved
    if (listed > 0) await betOnAll()
  }
  const { rows: pairs } = await stage.pool.query<{ why: string }>('select why from app.fixture_pair')
  const moved = [...starts.values()].filter(({ size }) => size > 1).length
  return { ...total, ids: starts.size, moved, pairs: pairs.map(({ why }) => why), byId: await fixturesById() }
}

/** Places a bet on every game, so that every doubt is queued. */
const betOnAll = () =>
  stage.pool.query(
    "insert into app.open_leg select fixture_id, fixture_id, 0, 'bob' from app.fixture on conflict do nothing",
  )

describe.each(SERIES)('the recorded series $name', ({ name, ids, games, moved, pairs }) => {
  const file = recordedOdds(`the-odds-api/series/${name}.events.jsonl.gz`)
  const polls = () => pollsOf(file!.replace('.events.jsonl.gz', ''))
  const limits = { timeout: 300_000 }

  it.runIf(file !== null)('has a fixture for each of its games, wherever they move', limits, async () => {
    const found = await replay(polls())
    const fixtures = new Set(found.byId.values()).size
    console.log(`${name}: ${found.polls} polls, ${found.ids} ids, ${fixtures} fixtures, ${found.moves} moves`)
    expect(stage.problems).toEqual([])
    expect([found.ids, found.moved]).toEqual([ids, moved])
    expect([found.byId.size, fixtures, found.listed]).toEqual([games, games, games])
    expect(found.pairs).toEqual(Array(pairs).fill('may-meet-again'))
  })

  it.runIf(file !== null && games > 50)(
    'keeps the fixture of each game that comes back under a new id',
    limits,
    async () => {
      const again = new Map<string, string>()
      const { byId, pairs: queued, ids: all } = await replay(reissued(polls(), again))
      const fixtures = new Set(byId.values()).size
      console.log(`${name}: ${again.size} ids listed anew, ${fixtures} fixtures, ${queued.length} pairs`)
      expect(again.size).toBeGreaterThan(0.8 * games)
      expect(all).toBe(ids + again.size)
      expect(fixtures).toBe(games)
      for (const [first, second] of again) expect(byId.get(second)).toBe(byId.get(first))
      expect(queued).toEqual(Array(pairs).fill('may-meet-again'))
    },
  )
})
