// What becomes of the provider's ids, reply by reply. Every case is a small version of a recording, or a fault of the
// provider.
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#services/platform/clock/durations.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { foldRead } from '../results/results.ts'
import { type Answers, createAnswers } from '../testing/answers.ts'
import { createStage } from '../testing/stage.ts'

const stage = createStage()
let worker: Answers
beforeEach(() => {
  worker = createAnswers(stage)
})

const START = Date.parse('2026-11-20T12:00:00Z')
const hour = (hours: number) => new Date(START + hours * HOUR)
const TEAMS: Readonly<Record<string, readonly [home: string, away: string]>> = {
  game: ['Harbour Town', 'Hill City'],
  same: ['  harbour  TOWN', 'Hill City'],
  swapped: ['Hill City', 'Harbour Town'],
  other: ['Old Port', 'New Mill'],
}
/** From 'a game 24': the provider's id, the teams, the start in hours. */
function listing(league: string, text: string): FeedEvent {
  const [id = '', teams = '', start] = text.split(' ')
  const [home_team, away_team] = TEAMS[teams]!
  return {
    id,
    sport_key: league,
    sport_title: league,
    commence_time: `${hour(Number(start)).toISOString().slice(0, 19)}Z`,
    home_team,
    away_team,
  }
}
/**
 * A reply at a time in hours, with its listings. Another game is always listed, so that the reply counts as complete.
 */
type Step = readonly [at: number, ...listings: string[]]
const FILLER = 'filler other 30'

async function replay(league: string, steps: readonly Step[], by = worker) {
  for (const [at, ...listings] of steps) {
    const events = [FILLER, ...listings].map((text) => listing(league, text))
    await by.answer(league, events, hour(at))
  }
}
/** Ids that share a fixture are joined by '='. */
async function identities(): Promise<string> {
  const shared = Map.groupBy([...(await worker.fixturesById())], ([, fixture]) => fixture)
  const groups = [...shared.values()].map((ids) =>
    ids
      .map(([id]) => id)
      .sort()
      .join('='),
  )
  return groups
    .filter((group) => group !== 'filler')
    .sort()
    .join(' ')
}
const queued = async () => {
  const { rows } = await stage.pool.query('select why from app.fixture_pair order by why')
  return rows.map(({ why }) => why as string).join(' ')
}
const bet = async (id: string) => {
  const fixture = (await worker.fixturesById()).get(id)
  await stage.pool.query("insert into app.open_leg values ($1, $2, 0, 'bob')", [fixture, `bet on ${id}`])
}
const scored = async (id: string, at: number, completed = false) => {
  const fixture = (await worker.fixturesById()).get(id)!
  const [home, away, message] = [1, 0, '0'.repeat(64)]
  const state = foldRead(null, { home, away, completed, lastUpdate: null, readAt: hour(at), message })
  await worker.store.writeScores([{ fixture, state, message: { hash: message, body: '{}' } }])
}

const gone: readonly Step[] = [[0, 'a game 24'], [1, 'a game 24'], [2], [3]]

describe('a new id of the provider', () => {
  it.each<[string, string, readonly Step[], ids: string, queue: string]>([
    ['continues a game that vanished', 'soccer_epl', [...gone, [4, 'b game 26']], 'a=b', ''],
    ['names the teams in any spelling', 'soccer_epl', [...gone, [4, 'b same 26']], 'a=b', ''],
    ['may bring the game forward', 'soccer_epl', [...gone, [4, 'b game 20']], 'a=b', ''],
    ['may put it off by a week', 'soccer_epl', [...gone, [100, 'b game 192']], 'a=b', ''],
    [
      'waits one answer where it replaces the old one at once',
      'soccer_epl',
      [
        [0, 'a game 24'],
        [1, 'b game 26'],
      ],
      'a',
      '',
    ],
    [
      'and joins in the next',
      'soccer_epl',
      [
        [0, 'a game 24'],
        [1, 'b game 26'],
        [2, 'b game 26'],
      ],
      'a=b',
      '',
    ],
    [
      'is another game where the old one was only away for an answer',
      'soccer_epl',
      [
        [0, 'a game 24'],
        [1, 'b game 26'],
        [2, 'a game 24', 'b game 26'],
      ],
      'a b',
      'listed-together',
    ],
    [
      'is another game while the old one is listed',
      'soccer_epl',
      [
        [0, 'a game 24'],
        [1, 'a game 24', 'b game 90'],
      ],
      'a b',
      '',
    ],
    [
      'is doubtful at the same time as the old one',
      'soccer_epl',
      [
        [0, 'a game 24'],
        [1, 'a game 24', 'b game 24'],
      ],
      'a b',
      'listed-together',
    ],
    [
      'does not continue the second listing of a game, which went away',
      'soccer_epl',
      [
        [0, 'a game 24'],
        [1, 'a game 24', 'b game 24'],
        [2, 'a game 24'],
        [3, 'a game 24'],
        [4, 'a game 24', 'c game 90'],
      ],
      'a b c',
      'listed-together',
    ],
    [
      'stays doubtful where the old one vanishes later',
      'soccer_epl',
      [
        [0, 'a game 24'],
        [1, 'a game 24', 'b game 50'],
        [2, 'b game 50'],
        [3, 'b game 50'],
      ],
      'a b',
      'listed-together',
    ],
    ['is the return match with the sides changed', 'soccer_epl', [...gone, [4, 'b swapped 90']], 'a b', ''],
    [
      'is doubtful with the sides changed at the same time',
      'soccer_epl',
      [...gone, [4, 'b swapped 24']],
      'a b',
      'sides-changed',
    ],
    [
      'is another game after the old one began',
      'soccer_epl',
      [[0, 'a game 1'], [0.9, 'a game 1'], [1.1], [1.2], [1.3, 'b game 2']],
      'a b',
      'after-start',
    ],
    ['is one of two', 'soccer_epl', [...gone, [4, 'b game 26', 'c game 50']], 'a b c', 'several-fit several-fit'],
    ['continues a delayed game of a series', 'baseball_kbo', [...gone, [4, 'b game 26.5']], 'a=b', ''],
    ['is the next game of a series', 'baseball_kbo', [...gone, [4, 'b game 48']], 'a b', 'may-meet-again'],
    ['is the second game of the day', 'baseball_mlb', [...gone, [4, 'b game 29']], 'a b', 'may-meet-again'],
    [
      'is the second game of a day that both are listed for',
      'baseball_mlb',
      [
        [0, 'a game 24', 'b game 29'],
        [1, 'b game 29'],
        [2, 'b game 29'],
      ],
      'a b',
      '',
    ],
    [
      'is a game of the same teams a day later',
      'baseball_mlb',
      [
        [0, 'a game 24'],
        [1, 'a game 24', 'b game 48'],
      ],
      'a b',
      '',
    ],
    ['puts basketball off by hours', 'basketball_wnba', [...gone, [4, 'b game 40']], 'a=b', ''],
    ['does not put basketball off by days', 'basketball_wnba', [...gone, [40, 'b game 119']], 'a b', 'may-meet-again'],
    [
      'is the afternoon game after an evening one',
      'icehockey_nhl',
      [...gone, [4, 'b game 42']],
      'a b',
      'may-meet-again',
    ],
    ['puts ice hockey off by less than half a day', 'icehockey_nhl', [...gone, [4, 'b game 35.9']], 'a=b', ''],
    ['is another game exactly at the bound', 'icehockey_nhl', [...gone, [4, 'b game 36']], 'a b', 'may-meet-again'],
    ['also where the bound is days', 'soccer_epl', [...gone, [170, 'b game 264']], 'a b', 'may-meet-again'],
    ['and where it is three hours', 'baseball_kbo', [...gone, [4, 'b game 27']], 'a b', 'may-meet-again'],
    ['is no game of a sport that nobody knows', 'curling_worlds', [...gone, [4, 'b game 40']], 'a b', 'may-meet-again'],
    ['is another game half a month later', 'soccer_epl', [...gone, [200, 'b game 290']], 'a b', ''],
  ])('%s (%s)', async (_name, league, [first, ...rest], ids, queue) => {
    await replay(league, [first!])
    await bet('a')
    await replay(league, rest)
    expect([await identities(), await queued()]).toEqual([ids, queue])
    expect(stage.problems).toEqual([])
  })

  it('for a game with a score, or that was completed, is another game', async () => {
    for (const [id, completed] of [
      ['a', false],
      ['c', true],
    ] as const) {
      await replay('soccer_epl', [
        [0, `${id} game 24`],
        [1, `${id} game 24`],
      ])
      await scored(id, 1.5, completed)
      await replay('soccer_epl', [[2], [3], [4, `${id}2 game 26`], [5, `${id}2 game 26`], [5.5], [6]])
      await scored(`${id}2`, 6.5)
    }
    expect(await identities()).toBe('a a2 c c2')
  })

  it('raises no doubt without open bets', async () => {
    await replay('baseball_kbo', [...gone, [4, 'b game 48']])
    expect([await identities(), await queued()]).toEqual(['a b', ''])
  })

  it('moves the game that it continues, once', async () => {
    await replay('soccer_epl', [...gone, [4, 'b game 26'], [5, 'b game 26']])
    expect(stage.eventTypes().filter((type) => type !== 'FixtureListed')).toEqual(['ProviderIdLinked', 'FixtureMoved'])
    expect(stage.model.events.at(-1)!.data).toMatchObject({ to: hour(26).toISOString() })
  })
})

it('a game that was told of as over before its start is continued by no other', async () => {
  await replay('baseball_kbo', [[0, 'a game 24']])
  const fixture = (await worker.fixturesById()).get('a')!
  await worker.store.noteEarly([{ fixture, home: 4, away: 2, completed: true }], [], hour(0.5))
  await replay('baseball_kbo', [[1], [2], [3], [4, 'b game 26']])
  expect(await identities()).toBe('a b')
})

describe('an id that comes back', () => {
  it('is its fixture, however long it was missing, and with another start', async () => {
    await replay('soccer_epl', [...gone, [20], [21, 'a game 24'], [22, 'a game 240']])
    expect(await identities()).toBe('a')
    expect(stage.eventTypes()).toEqual(['FixtureListed', 'FixtureListed', 'FixtureMoved'])
  })

  it('is its fixture even if another id continued that; the newer listing sets the start', async () => {
    await replay('soccer_epl', [
      ...gone,
      [4, 'b game 26'],
      [5, 'a game 24', 'b game 26'],
      [6, 'b game 27', 'a game 24'],
    ])
    expect([await identities(), await queued()]).toEqual(['a=b', ''])
    const { rows } = await stage.pool.query("select starts_at from app.fixture where home like 'H%'")
    expect(rows).toEqual([{ starts_at: hour(27) }])
    await replay('soccer_epl', [[7, 'a game 25']])
    const { rows: later } = await stage.pool.query("select starts_at from app.fixture where home like 'H%'")
    expect(later).toEqual([{ starts_at: hour(25) }])
  })

  it('is its fixture in another worker, which has not heard of it', async () => {
    await replay('soccer_epl', [...gone, [4, 'b game 26']])
    const other = createAnswers(stage)
    await replay('soccer_epl', [[5, 'b game 26', 'a game 24']], other)
    expect(await identities()).toBe('a=b')
    expect(stage.eventTypes().filter((type) => type === 'FixtureListed')).toHaveLength(2)
  })
})

describe('an answer', () => {
  it('without any game says nothing', async () => {
    await replay('soccer_epl', [[0, 'a game 24']])
    await worker.answer('soccer_epl', [], hour(1))
    await worker.answer('soccer_epl', [], hour(2))
    await replay('soccer_epl', [[3, 'b game 26']])
    expect(await identities()).toBe('a')
  })

  it('counts once, however many workers got it, and an older one not at all', async () => {
    await replay('soccer_epl', [[0, 'a game 24'], [2, 'a game 24'], [1], [1.5], [3], [3], [3, 'b game 26']])
    expect(await identities()).toBe('a')
  })
})

describe('two workers', () => {
  const workers = async (count: number) => {
    const all = Array.from({ length: count }, () => createAnswers(stage))
    await Promise.all(all.map(({ registry }) => registry.reload(hour(3))))
    return all
  }
  const at = (id: string, start: number) => [
    listing('soccer_epl', FILLER),
    listing('soccer_epl', `${id} game ${start}`),
  ]

  it('with the same reply make one fixture of a game', async () => {
    await replay('soccer_epl', gone)
    const all = await workers(4)
    await Promise.all(all.map(({ answer }) => answer('soccer_epl', at('b', 26), hour(4))))
    expect(await identities()).toBe('a=b')
    expect(stage.eventTypes().filter((type) => type === 'ProviderIdLinked')).toHaveLength(1)
  })

  it('with different new ids do not join both to the same game', async () => {
    for (let round = 0; round < 10; round++) {
      await stage.pool.query('truncate app.fixture, app.provider_fixture, app.provider_listing')
      worker = createAnswers(stage)
      const league = `soccer_${round}`
      const ids = ['a', 'b', 'c'].map((id) => `${id}${round}`)
      const events = (id: string, start: number) => [
        listing(league, `f${round} other 30`),
        listing(league, `${id} game ${start}`),
      ]
      await worker.answer(league, events(ids[0]!, 24), hour(0))
      await worker.answer(league, events(`x${round}`, 500), hour(1))
      await worker.answer(league, events(`x${round}`, 500), hour(2))
      const [one, other] = await workers(2)
      await Promise.all([
        one!.answer(league, events(ids[1]!, 26), hour(4)),
        other!.answer(league, events(ids[2]!, 27), new Date(hour(4).getTime() + MINUTE)),
      ])
      const fixtures = await worker.fixturesById()
      expect(fixtures.get(ids[1]!) === fixtures.get(ids[2]!) && fixtures.has(ids[1]!)).toBe(false)
    }
  })

  it('that judge differently follow the first', async () => {
    await replay('soccer_epl', gone)
    // one worker has not heard of the game that vanished
    const unaware = createAnswers(stage)
    await unaware.answer('soccer_epl', at('b', 26), hour(4))
    await worker.answer('soccer_epl', at('b', 26), hour(5))
    expect(await identities()).toBe('a b')
    expect(stage.eventTypes().filter((type) => type === 'FixtureListed')).toHaveLength(3)
  })
})

it('a game that is decided while it is continued stays as it is', async () => {
  await replay('soccer_epl', gone)
  const fixture = (await worker.fixturesById()).get('a')!
  const [decide] = [stage.model.execute]
  const abandon = { type: 'AbandonFixture', why: 'by-hand', closedAt: hour(3).toISOString() } as const
  const asked = stage.model.asked[0]!
  expect(asked.command.type).toBe('ListFixture')
  await decide(fixture, abandon, {
    actor: { id: 'f'.repeat(32), role: 'admin' },
    session: null,
    command: { id: 'd'.repeat(32), hash: '0'.repeat(64) },
    correlation: 'e'.repeat(32),
    causation: null,
    at: hour(3).toISOString(),
    reason: null,
  })
  await replay('soccer_epl', [
    [4, 'b game 26'],
    [5, 'b game 26'],
  ])
  expect(await identities()).toBe('a b')
})
