// The settler on the real log and read models, with commands as from two processes.

import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { type RefusalCode, refuse } from '#domain/refusals.ts'
import { LedgerCheck, type LedgerEvent } from '#domain/testing/invariants/invariants.ts'
import { commitment, legOf, placeBet } from '#domain/testing/samples.ts'
import { type Projector, startProjector } from '#projections/runner/projector.ts'
import { decidedWithOpenBets, withSupersededBets } from '#projections/settlement/queries.ts'
import { windowStart } from '#projections/settlement/resettlement-window.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { createMissedResettlements } from './missed-resettlements.ts'
import { resettleFixture } from './resettle-fixture.ts'
import { type SettlerDeps, StoppedEarly } from './settle-bets.ts'
import { settleFixture } from './settle-fixture.ts'

const NOW = new Date('2026-11-20T22:00:00.000Z')
const id = (name: string) => commandId('test', name)

let database: TestDatabase
let pool: pg.Pool
let queries: Queries
let logs: PostgresLog[]
let here: Commands
let there: Commands
let projector: Projector

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  queries = await openQueries(database.url)
  logs = await Promise.all([PostgresLog.open({ url: database.url }), PostgresLog.open({ url: database.url })])
  ;[here, there] = logs.map((store) => createCommands({ store })) as [Commands, Commands]
  projector = startProjector({ store: logs[0]!, url: database.url, log: () => undefined })
})
afterAll(async () => {
  await projector.stop()
  await Promise.all(logs.map((log) => log.close()))
  await pool.end()
  await queries.end()
  await database.drop()
})

let number = 0
function metaOf(actor: CommandMeta['actor'], at = '2026-11-20T18:00:00.000Z'): CommandMeta {
  number += 1
  const command = { id: id(`command ${number}`), hash: hashCommand(number) }
  return { actor, session: null, command, correlation: command.id, causation: null, at, reason: null }
}
const accepted = <Outcome extends { accepted: boolean }>(outcome: Outcome): Outcome => {
  expect(outcome).toMatchObject({ accepted: true })
  return outcome
}

async function bettor(name: string): Promise<string> {
  const secrets = { username: commitment('name'), password: commitment('password') }
  const grant = { openedBy: 'sign-up', ageAttested: true, welcomeGrantCents: 100_000, receive: null }
  const command = { type: 'OpenAccount', role: 'user', ...secrets, ...grant } as const
  accepted(await here.accounts.execute(id(name), command, metaOf({ id: 'sign-up', role: 'system' })))
  return id(name)
}

async function fixture(name: string): Promise<string> {
  const teams = { league: 'soccer_epl', home: `${name} home`, away: `${name} away` }
  const command = {
    type: 'ListFixture',
    source: 'house',
    providerId: null,
    startsAt: '2026-11-20T19:00:00.000Z',
  } as const
  accepted(await here.fixtures.execute(id(name), { ...command, ...teams }, metaOf({ id: 'feed', role: 'system' })))
  return id(name)
}

async function bet(account: string, ...fixtures: string[]): Promise<string> {
  const meta = metaOf({ id: account, role: 'user' })
  const legs = fixtures.map((one) => legOf({ fixture: one }))
  accepted(await here.accounts.execute(account, placeBet({ bet: meta.command.id, stakeCents: 1_000, legs }), meta))
  return meta.command.id
}

const result = (home: number, away: number) =>
  ({
    score: { home, away },
    regulation: { home, away },
    source: 'admin',
    reads: [],
    closedAt: '2026-11-20T20:50:00.000Z',
  }) as const
const by = { id: id('super admin'), role: 'super-admin' } as const

async function ends(one: string, home: number, away: number): Promise<void> {
  const meta = metaOf(by, '2026-11-20T21:00:00.000Z')
  accepted(await here.fixtures.execute(one, { type: 'RecordResult', ...result(home, away) }, meta))
}

const depsOf = (commands: Commands): SettlerDeps => ({
  queries,
  accounts: commands.accounts,
  fixtures: commands.fixtures,
  businessNow: () => NOW,
})

const statusOf = async (betId: string) =>
  (await pool.query<{ status: string }>('select status from app.bet where bet_id = $1', [betId])).rows[0]?.status
const projected = (betId: string, status: string) =>
  vi.waitFor(async () => expect(await statusOf(betId)).toBe(status), { timeout: 60_000, interval: 10 })

type Settled = { bet: string; outcome: string; returnCents: number; legs: { result: number }[] }

async function settlementsOf(account: string): Promise<Settled[]> {
  const settled: Settled[] = []
  for await (const { type, body } of logs[0]!.readStream(`account-${account}`)) {
    if (type === 'BetSettled') settled.push(decodeBody(body).data as Settled)
  }
  return settled
}

/** The last settlement of each bet that was not reopened. */
async function inForceOf(account: string): Promise<Settled[]> {
  const last = new Map((await settlementsOf(account)).map((settled) => [settled.bet, settled]))
  for await (const { type, body } of logs[0]!.readStream(`account-${account}`)) {
    if (type !== 'BetResettled') continue
    const { bet, settlement } = decodeBody(body).data as { bet: string; settlement: Omit<Settled, 'bet'> }
    last.set(bet, { bet, ...settlement })
  }
  return [...last.values()]
}

describe('settling a fixture', () => {
  test('settles each bet on it once, however often and wherever it runs', async () => {
    const account = await bettor('often')
    const derby = await fixture('often derby')
    const bets = await Promise.all([bet(account, derby), bet(account, derby), bet(account, derby)])
    for (const one of bets) await projected(one, 'pending')
    await ends(derby, 2, 1)
    await Promise.all([
      settleFixture(derby, depsOf(here)),
      settleFixture(derby, depsOf(there)),
      settleFixture(derby, depsOf(here)),
    ])
    for (const one of bets) await projected(one, 'won')
    expect(await settleFixture(derby, depsOf(there))).toEqual({ settled: 0, waiting: 0, refused: {} })
    const settled = await settlementsOf(account)
    expect(settled.map(({ bet }) => bet).sort()).toEqual([...bets].sort())
    for (const one of settled) expect(one).toMatchObject({ outcome: 'won', returnCents: 2_100 })
  })

  test('a parlay waits for its other fixtures, unless one leg has lost', async () => {
    const account = await bettor('parlays')
    const [first, second] = [await fixture('parlay first'), await fixture('parlay second')]
    const waits = await bet(account, first, second)
    await projected(waits, 'pending')
    await ends(first, 1, 0)
    expect(await settleFixture(first, depsOf(here))).toEqual({ settled: 0, waiting: 1, refused: {} })
    const third = await fixture('parlay third')
    const lost = await bet(account, third, second)
    await projected(lost, 'pending')
    await ends(third, 0, 1)
    expect(await settleFixture(third, depsOf(here))).toEqual({ settled: 1, waiting: 0, refused: {} })
    await projected(lost, 'lost')
    await ends(second, 3, 0)
    expect(await settleFixture(second, depsOf(here))).toMatchObject({ settled: 1 })
    await projected(waits, 'won')
    // 2.10 x 2.10
    expect((await settlementsOf(account)).at(-1)).toMatchObject({ bet: waits, returnCents: 4_410 })
  })

  test('finds what a lost job left: decided fixtures with open bets', async () => {
    const account = await bettor('sweep')
    const [decided, open] = [await fixture('sweep decided'), await fixture('sweep open')]
    const [one, other] = [await bet(account, decided), await bet(account, open)]
    await projected(one, 'pending')
    await projected(other, 'pending')
    await ends(decided, 0, 0)
    await vi.waitFor(
      async () => expect(await decidedWithOpenBets(queries, null)).toContainEqual({ fixture: decided, bets: 1 }),
      {
        timeout: 60_000,
        interval: 10,
      },
    )
    expect(await decidedWithOpenBets(queries, [open])).toEqual([])
    await settleFixture(decided, depsOf(here))
    await projected(one, 'lost')
    expect(await decidedWithOpenBets(queries, [decided])).toEqual([])
  })

  test('two jobs racing a correction settle once, by a result that the settlement names; what is outdated is queued', async () => {
    const account = await bettor('race')
    const games = await Promise.all(Array.from({ length: 12 }, (_, n) => fixture(`race ${n}`)))
    const bets = await Promise.all(games.map((game) => bet(account, game)))
    for (const one of bets) await projected(one, 'pending')
    await Promise.all(
      games.map(async (game) => {
        await ends(game, 2, 1)
        const correct = metaOf(by, '2026-11-20T21:10:00.000Z')
        await Promise.all([
          settleFixture(game, depsOf(here)),
          there.fixtures.execute(game, { type: 'CorrectResult', ...result(0, 1) }, correct),
          settleFixture(game, depsOf(there)),
        ])
        await settleFixture(game, depsOf(there))
      }),
    )
    const settled = await settlementsOf(account)
    expect(settled.map(({ bet }) => bet).sort()).toEqual([...bets].sort())
    const inForce = await inForceOf(account)
    for (const { legs, returnCents } of [...settled, ...inForce])
      expect(returnCents).toBe(legs[0]!.result === 1 ? 2_100 : 0)
    // corrected after the settler had looked again
    const outdated = inForce.filter(({ legs }) => legs[0]!.result === 1).map(({ bet }) => bet)
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query<{ bet_id: string }>(
          'select bet_id from app.superseded_bet where bet_id = any ($1)',
          [bets],
        )
        expect(rows.map(({ bet_id }) => bet_id).sort()).toEqual(outdated.sort())
      },
      { timeout: 60_000, interval: 10 },
    )
  })

  test('a bet that was reopened is settled, by another decision or by the very same outcomes', async () => {
    const account = await bettor('opened')
    const game = await fixture('opened game')
    const one = await bet(account, game)
    await projected(one, 'pending')
    const { regulation: _, ...unknown } = result(2, 1)
    const atNight = () => metaOf(by, '2026-11-20T21:00:00.000Z')
    accepted(await here.fixtures.execute(game, { type: 'RecordResult', ...unknown }, atNight()))
    const decide = async (selection: string) => {
      const selections = [{ selection, grade: 'won' as const }]
      accepted(await here.fixtures.execute(game, { type: 'DecideMarket', market: 'h2h', selections }, atNight()))
    }
    const settles = async () => {
      expect(await settleFixture(game, depsOf(here))).toEqual({ settled: 1, waiting: 0, refused: {} })
      await projected(one, 'won')
    }
    const opens = async (outcomes: readonly FixtureOutcome[]) => {
      accepted(await here.accounts.execute(account, { type: 'ResettleBet', bet: one, outcomes }, atNight()))
      await projected(one, 'pending')
    }
    await decide('home')
    await settles()
    await decide('away')
    await opens([fixtureOutcome(await here.fixtures.read(game))!])
    expect(await settleFixture(game, depsOf(here))).toEqual({ settled: 0, waiting: 1, refused: {} })
    await decide('home')
    await settles()
    await opens([])
    await settles()
    expect((await settlementsOf(account)).map(({ legs }) => legs[0]!.result)).toEqual([2, 4, 4])
  })

  test('a bet whose correction came in time but the settler too late is reported once, and not tried again', async () => {
    const account = await bettor('late')
    const game = await fixture('late game')
    const one = await bet(account, game)
    await projected(one, 'pending')
    await ends(game, 2, 1)
    await settleFixture(game, depsOf(here))
    await projected(one, 'won')
    const correct = metaOf(by, '2026-11-20T23:00:00.000Z')
    accepted(await here.fixtures.execute(game, { type: 'CorrectResult', ...result(0, 1) }, correct))
    const inTime = new Date(NOW.getTime() + RESETTLEMENT_WINDOW_MS)
    const queued = (now: Date) => withSupersededBets(queries, [game], windowStart(now.toISOString()))
    await vi.waitFor(async () => expect(await queued(inTime)).toEqual([{ fixture: game, bets: 1 }]), {
      timeout: 60_000,
    })

    const late = () => new Date(inTime.getTime() + 1)
    const accounts = { execute: () => Promise.reject(new Error('tried')) }
    expect(await resettleFixture(game, { ...depsOf(here), businessNow: late, accounts })).toMatchObject({ settled: 0 })
    expect(await queued(late())).toEqual([])
    const lines: string[] = []
    const sayMissed = createMissedResettlements({ queries, businessNow: late, log: (line) => lines.push(line) })
    await sayMissed()
    await sayMissed()
    expect(lines.filter((line) => line.includes(game))).toEqual([expect.stringContaining('1 bets on')])
  })

  test('a bet that cannot be settled now does not hold up others, and the job fails because of it', async () => {
    const account = await bettor('stubborn')
    const game = await fixture('stubborn game')
    const bets = [await bet(account, game), await bet(account, game), await bet(account, game)]
    for (const one of bets) await projected(one, 'pending')
    await ends(game, 2, 1)
    let refusing = true
    const deps: SettlerDeps = {
      ...depsOf(here),
      limits: { atOnce: 1 },
      accounts: {
        async execute(id, command, meta) {
          if (refusing && 'bet' in command && command.bet === bets[0]) throw new Error('the log is away')
          return here.accounts.execute(id, command, meta)
        },
      },
    }
    await expect(settleFixture(game, deps)).rejects.toThrow('the log is away')
    for (const one of bets.slice(1)) await projected(one, 'won')
    refusing = false
    expect(await settleFixture(game, deps)).toEqual({ settled: 1, waiting: 0, refused: {} })
    await projected(bets[0]!, 'won')
  })

  test('a worker that stops starts no further bet, and leaves the rest to another’s job', async () => {
    const account = await bettor('left')
    const game = await fixture('left game')
    const bets = [await bet(account, game), await bet(account, game), await bet(account, game)]
    for (const one of bets) await projected(one, 'pending')
    await ends(game, 2, 1)
    const stopping = new AbortController()
    let begun = 0
    const deps: SettlerDeps = {
      ...depsOf(here),
      limits: { atOnce: 1 },
      stopping: stopping.signal,
      accounts: {
        execute(...command) {
          begun += 1
          stopping.abort()
          return here.accounts.execute(...command)
        },
      },
    }
    await expect(settleFixture(game, deps)).rejects.toThrow(StoppedEarly)
    expect(begun).toBe(1)
    expect(await settleFixture(game, depsOf(here))).toMatchObject({ waiting: 0, refused: {} })
    for (const one of bets) await projected(one, 'won')
  })

  test('a bet that another worker has settled already is not a refusal; others are counted', async () => {
    const account = await bettor('overtaken')
    const game = await fixture('overtaken game')
    await projected(await bet(account, game), 'pending')
    await ends(game, 2, 1)
    const refusing = (code: RefusalCode) => ({ ...depsOf(here), accounts: { execute: async () => refuse(code) } })
    expect((await settleFixture(game, refusing('bet_not_open'))).refused).toEqual({})
    expect((await settleFixture(game, refusing('bet_not_settled'))).refused).toEqual({ bet_not_settled: 1 })
  })

  test('all of this keeps the invariants of the ledger', async () => {
    const check = new LedgerCheck()
    for await (const page of logs[0]!.readAll(null)) {
      for (const { body } of page) check.fold(decodeBody(body) as unknown as LedgerEvent)
    }
    check.finish()
    expect(check.breaches).toEqual([])
  })
})
