// A house with two bettors, for tests of settling: the real log, commands and read models.
import type pg from 'pg'
import { expect, vi } from 'vitest'
import type { Score } from '#domain/fixture/fixture-values.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commitment, legOf, placeBet } from '#domain/testing/samples.ts'
import { decidedWithOpenBets } from '#projections/settlement/queries.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { createTestDatabase } from '#tests/database.ts'
import { settleFixture } from '../settle-fixture.ts'

export type Bet = { readonly bet: string; readonly account: string }

type Settled = { readonly outcome: string; readonly legs: readonly { readonly result: number }[] }

export type SettlingHouse = Awaited<ReturnType<typeof createSettlingHouse>>

const NOW = new Date('2026-11-20T22:00:00.000Z')
const resultOf = (score: Score) =>
  ({ score, regulation: score, source: 'admin', reads: [], closedAt: '2026-11-20T20:50:00.000Z' }) as const
const id = (name: string) => commandId('test', name)

export async function createSettlingHouse() {
  const database = await createTestDatabase()
  const pool: pg.Pool = openPool(database.url)
  const queries = await openQueries(database.url)
  const store = await PostgresLog.open({ url: database.url })
  const { accounts, fixtures }: Commands = createCommands({ store })
  let number = 0
  const metaOf = (actor: CommandMeta['actor'], at = '2026-11-20T18:00:00.000Z'): CommandMeta => {
    number += 1
    const command = { id: id(`command ${number}`), hash: hashCommand(number) }
    return { actor, session: null, command, correlation: command.id, causation: null, at, reason: null }
  }
  const accepted = <Outcome extends { accepted: boolean }>(outcome: Outcome) =>
    expect(outcome).toMatchObject({ accepted: true })

  const bettors = [id('bettor 0'), id('bettor 1')]
  for (const bettor of bettors) {
    const secrets = { username: commitment('name'), password: commitment('password') }
    const grant = { openedBy: 'sign-up', ageAttested: true, welcomeGrantCents: 9_000_000, receive: null }
    const command = { type: 'OpenAccount', role: 'user', ...secrets, ...grant } as const
    accepted(await accounts.execute(bettor, command, metaOf({ id: 'sign-up', role: 'system' })))
  }
  const atNight = () => metaOf({ id: id('super admin'), role: 'super-admin' }, '2026-11-20T21:30:00.000Z')
  const deps = { queries, accounts, fixtures, businessNow: () => NOW }

  /** The bet's settlements in order, from the bettor's stream; `settlement` is null where it was reopened. */
  async function settlementsOf({ bet, account }: Bet) {
    const settlements: { settlement: Settled | null; causation: string | null }[] = []
    for await (const { type, body } of store.readStream(`account-${account}`)) {
      if (type !== 'BetSettled' && type !== 'BetResettled') continue
      const { data, meta } = JSON.parse(body) as {
        data: { bet: string; settlement?: Settled | null } & Settled
        meta: CommandMeta
      }
      const settlement = type === 'BetSettled' ? data : (data.settlement ?? null)
      if (data.bet === bet) settlements.push({ settlement, causation: meta.causation })
    }
    return settlements
  }

  return {
    store,
    pool,
    url: database.url,
    deps,
    async listed(): Promise<string> {
      const game = id(`game ${number}`)
      const teams = { league: 'soccer_epl', home: 'Home', away: 'Away', startsAt: '2026-11-20T19:00:00.000Z' }
      const listing = { type: 'ListFixture', source: 'house', providerId: null, ...teams } as const
      accepted(await fixtures.execute(game, listing, metaOf({ id: 'feed', role: 'system' })))
      return game
    },
    /** Places a single, or a parlay on several games. */
    async placed(...games: readonly string[]): Promise<Bet> {
      const account = bettors[number % bettors.length]!
      const meta = metaOf({ id: account, role: 'user' })
      const bet = meta.command.id
      accepted(
        await accounts.execute(
          account,
          placeBet({ bet, stakeCents: 100, legs: games.map((fixture) => legOf({ fixture })) }),
          meta,
        ),
      )
      return { bet, account }
    },
    /** Waits until the settler would find this many open bets on the game. */
    indexed: (game: string, bets: number): Promise<void> =>
      vi.waitFor(
        async () => {
          const { rowCount } = await pool.query('select from app.open_leg where fixture_id = $1', [game])
          expect(rowCount).toBe(bets)
        },
        { timeout: 60_000, interval: 10 },
      ),
    /** Waits until the settler would find this many bets on the game to settle again. */
    superseded: (game: string, bets: number): Promise<void> =>
      vi.waitFor(
        async () => {
          const { rowCount } = await pool.query('select from app.superseded_bet where fixture_id = $1', [game])
          expect(rowCount).toBe(bets)
        },
        { timeout: 60_000, interval: 10 },
      ),
    async ended(game: string, home: number, away: number): Promise<void> {
      accepted(await fixtures.execute(game, { type: 'RecordResult', ...resultOf({ home, away }) }, atNight()))
    },
    async corrected(game: string, home: number, away: number): Promise<void> {
      accepted(await fixtures.execute(game, { type: 'CorrectResult', ...resultOf({ home, away }) }, atNight()))
    },
    /** The game went beyond regulation time, and its score after that is unknown. */
    async correctedWithoutRegulation(game: string, home: number, away: number): Promise<void> {
      const { regulation: _, ...unknown } = resultOf({ home, away })
      accepted(await fixtures.execute(game, { type: 'CorrectResult', ...unknown }, atNight()))
    },
    async decided(game: string, selection: string): Promise<void> {
      const selections = [{ selection, grade: 'won' as const }]
      accepted(await fixtures.execute(game, { type: 'DecideMarket', market: 'h2h', selections }, atNight()))
    },
    /** Does what the worker's sweep does. A table may be missing while it is replaced. */
    async sweep(): Promise<void> {
      const decided = await decidedWithOpenBets(queries, null).catch(() => [])
      for (const { fixture } of decided) await settleFixture(fixture, deps).catch(() => undefined)
    },
    /** From the bettor's stream; null while the bet is open. */
    outcomeOf: async (bet: Bet): Promise<string | null> =>
      (await settlementsOf(bet)).at(-1)?.settlement?.outcome ?? null,
    settlementsOf,
    async close(): Promise<void> {
      await store.close()
      await pool.end()
      await queries.end()
      await database.drop()
    },
  }
}
