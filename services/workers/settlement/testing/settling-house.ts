// A house with two bettors, for tests of settling: the real log and commands, and the read models of whoever projects.
import type pg from 'pg'
import { expect, vi } from 'vitest'
import type { CommandMeta } from '#domain/meta.ts'
import { commitment, legOf, placeBet } from '#domain/testing/samples.ts'
import { decidedWithOpenBets } from '#projections/settlement/queries.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { createTestDatabase } from '#tests/database.ts'
import { settleFixture } from '../settle-fixture.ts'

export type Bet = { readonly bet: string; readonly account: string }

export type SettlingHouse = Awaited<ReturnType<typeof createSettlingHouse>>

const NOW = new Date('2026-11-20T22:00:00.000Z')
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
  const deps = { queries, accounts, fixtures, businessNow: () => NOW }

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
    async placed(game: string): Promise<Bet> {
      const account = bettors[number % bettors.length]!
      const meta = metaOf({ id: account, role: 'user' })
      const bet = meta.command.id
      accepted(
        await accounts.execute(account, placeBet({ bet, stakeCents: 100, legs: [legOf({ fixture: game })] }), meta),
      )
      return { bet, account }
    },
    /** Waits until the settler would find so many open bets of the game. */
    indexed: (game: string, bets: number): Promise<void> =>
      vi.waitFor(
        async () => {
          const { rowCount } = await pool.query('select from app.open_leg where fixture_id = $1', [game])
          expect(rowCount).toBe(bets)
        },
        { timeout: 60_000, interval: 10 },
      ),
    async ended(game: string, home: number, away: number): Promise<void> {
      const score = { home, away }
      const result = {
        score,
        regulation: score,
        source: 'admin',
        reads: [],
        closedAt: '2026-11-20T20:50:00.000Z',
      } as const
      const meta = metaOf({ id: id('super admin'), role: 'super-admin' }, '2026-11-20T21:00:00.000Z')
      accepted(await fixtures.execute(game, { type: 'RecordResult', ...result }, meta))
    },
    /** What the worker's sweep does. A table may be away while it is replaced. */
    async sweep(): Promise<void> {
      const decided = await decidedWithOpenBets(queries, null).catch(() => [])
      for (const { fixture } of decided) await settleFixture(fixture, deps).catch(() => undefined)
    },
    /** By the bettor's stream; null while it is open. */
    async outcomeOf({ bet, account }: Bet): Promise<string | null> {
      for await (const { type, body } of store.readStream(`account-${account}`)) {
        if (type !== 'BetSettled') continue
        const settled = decodeBody(body).data as { bet: string; outcome: string }
        if (settled.bet === bet) return settled.outcome
      }
      return null
    },
    async close(): Promise<void> {
      await store.close()
      await pool.end()
      await queries.end()
      await database.drop()
    },
  }
}
