// Internal failures are answered with a code and text of the specification, and without any detail of what went wrong.
import { BackendTerminatedError, sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { PasswordQueueFull } from '#services/accounts/passwords/passwords.ts'
import { LogIdentityMismatch, OutcomeUnknown, StoreUnavailable } from '#services/event-store/port.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { buildServer } from '../../server.ts'
import type { Services } from '../../services.ts'
import { newId, newName, type Person, single, startTestProduct, type TestProduct } from '../../testing/product.ts'
import type { Api } from '../api.ts'
import { serverFault } from './log-failure.ts'

const Numbered = z.object({ number: z.number() })

describe('failures', () => {
  let product: TestProduct
  let admin: Person
  let other: Person
  let bettor: Person
  const game = newId()
  const servers: Api[] = []
  beforeAll(async () => {
    product = await startTestProduct()
    admin = await product.anAdmin(1_000)
    other = await product.anAdmin(0)
    bettor = await product.aBettor(admin, 100)
    product.board.put({ id: game })
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await product.close()
  })

  const fails = (error: Error) => async () => {
    throw error
  }
  async function serverWith(broken: (services: Services) => Partial<Services>): Promise<Api> {
    const { services } = product
    const settings = { ...services.settings, LOG_LEVEL: 'silent' as const }
    const server = await buildServer({ ...services, settings, ...broken(services) })
    servers.push(server)
    return server
  }
  const ask = async (server: Api, path: string, token: string | null, payload?: object) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const reply = await server.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: path,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    return [reply.statusCode, reply.json()]
  }
  const withAccounts = (error: Error) =>
    serverWith(({ accounts, registrations, transfers }) => ({
      accounts: { ...accounts, execute: fails(error) },
      registrations: { ...registrations, register: fails(error) },
      transfers: { ...transfers, deposit: fails(error) },
    }))

  test.each<[Error, number, string, string]>([
    [new OutcomeUnknown('lost'), 504, 'outcome_unknown', 'The outcome is not known yet. Send the same request again.'],
    [new StoreUnavailable('away'), 503, 'unavailable', 'The service is not available. Please try again.'],
    [new Error('select secret from app.identity'), 500, 'place_bet_failed', 'Failed to place bet.'],
  ])('%s while placing a bet', async (error, status, code, text) => {
    const server = await withAccounts(error)
    const before = await scrape()
    expect(await ask(server, '/api/bets/place-bet', bettor.token, single(game, 1))).toEqual([
      status,
      { success: false, code, error: text },
    ])
    await expect.poll(async () => raised('ServerErrors', before, await scrape())).toEqual([{}])
  })

  test('a server that refuses, as with a full disk, is named in the problem log, and a refusal of ours is not', async () => {
    const said: unknown[] = []
    const full = Object.assign(new Error('could not extend file "base/5/17": No space left on device'), {
      code: '53100',
    })
    const server = await serverWith(({ accounts }) => ({
      problems: (problem) => said.push(problem),
      accounts: {
        ...accounts,
        execute: fails(new StoreUnavailable('the event store cannot be reached', { cause: full })),
      },
    }))
    const [anonymous] = await ask(server, '/api/bets/place-bet', null, single(game, 1))
    expect([anonymous, said]).toEqual([401, []])
    const [status] = await ask(server, '/api/bets/place-bet', bettor.token, single(game, 1))
    expect([status, said]).toEqual([
      503,
      ['requests fail: the event store cannot be reached: could not extend file "base/5/17": No space left on device'],
    ])
  })

  test('a reason that its cause repeats with more detail is said once', () => {
    const away = new StoreUnavailable('the event store cannot be reached: the database system is starting up')
    const queued = new StoreUnavailable('the event store cannot be reached', { cause: away })
    const said = 'requests fail: the event store cannot be reached: the database system is starting up'
    expect([serverFault(away), serverFault(queued)]).toEqual([said, said])
    const ended = new Error('terminating connection due to administrator command')
    const lost = new BackendTerminatedError(ended)
    expect(serverFault(lost)).toBe(`requests fail: Backend has been terminated: ${ended.message}`)
  })

  test.each([
    ['updateBalance', { userId: '', amountToAdd: 1, balanceType: 'deposit' }, 'Failed to update balance'],
    ['blockUser', { targetUsername: '' }, 'Error updating user status'],
    ['unblockUser', { targetUsername: '' }, 'Error updating user status'],
    ['createUser', { username: 'new-person', password: 'harbour tide', initialBalance: 1 }, 'Failed to create user'],
    [
      'createUserAsAdmin',
      { adminUsername: 'new-admin', adminPassword: 'harbour tide', adminBalance: 1 },
      'Failed to add admin',
    ],
  ])('a fault in %s', async (action, body, error) => {
    const server = await withAccounts(new Error('broken'))
    const payload = { action, ...body }
    if ('userId' in payload) payload.userId = bettor.user.id
    if ('targetUsername' in payload) payload.targetUsername = bettor.user.username
    const [status, answer] = await ask(server, '/api/admin/dashboard', admin.token, payload)
    expect([status, answer.error]).toEqual([500, error])
  })

  test.each<[string, () => object, string]>([
    [
      'changePassword',
      () => ({ username: bettor.user.username, newPassword: 'another harbour tide' }),
      'Failed to change password',
    ],
    ['removeAdmin', () => ({ adminUsername: other.user.username }), 'Failed to remove admin'],
    [
      'updateAdminBalance',
      () => ({ targetAdmin: other.user.username, newBalance: 1 }),
      'Failed to update admin balance',
    ],
    ['update-games-of-day', () => ({ games: [] }), 'Failed to update Games of the Day'],
    ['blacklist', () => ({ leagueKey: 'soccer_epl' }), 'Failed to blacklist league'],
    ['unblacklist', () => ({ leagueKey: 'soccer_epl' }), 'Failed to unblacklist league'],
  ])('a fault in what holds the key of %s', async (action, body, error) => {
    const server = await serverWith(({ commandClaims }) => ({
      commandClaims: { ...commandClaims, hold: fails(new Error('broken')) },
    }))
    const [status, answer] = await ask(server, '/api/admin/dashboard', admin.token, { action, ...body() })
    expect([status, answer.error]).toEqual([500, error])
  })

  test.each([
    ['games-of-day', 'Failed to load Games of the Day'],
    ['league-blacklist', 'Failed to load league blacklist'],
    ['admin-users', 'Failed to load admin users'],
  ])('a fault in the dashboard by type %s', async (type, error) => {
    const broken = fails(new Error('broken'))
    const server = await serverWith(({ reads, queries }) => ({
      reads: { ...reads, offer: { ...reads.offer, gamesOfTheDay: broken, leagueBlacklist: broken } },
      queries: { ...queries, any: broken },
    }))
    const [status, answer] = await ask(server, `/api/admin/dashboard?type=${type}`, admin.token)
    expect([status, answer.error]).toEqual([500, error])
  })

  test('another log is not in the problem log: the process ends, and says so', async () => {
    const said: unknown[] = []
    const server = await serverWith(({ accounts }) => ({
      problems: (problem) => said.push(problem),
      accounts: { ...accounts, execute: fails(new LogIdentityMismatch('another log than at the start')) },
    }))
    const [status] = await ask(server, '/api/bets/place-bet', bettor.token, single(game, 1))
    expect([status, said]).toEqual([503, []])
  })

  test('a failure in reads and sign-ins', async () => {
    const broken = fails(new Error('broken'))
    const server = await serverWith(({ reads, registrations, passwords }) => ({
      reads: { ...reads, bets: { ...reads.bets, betsOf: broken }, dashboard: { ...reads.dashboard, read: broken } },
      registrations: { ...registrations, register: broken },
      passwords: { ...passwords, verify: broken },
    }))
    expect(await ask(server, '/api/bets/my-bets', bettor.token)).toEqual([
      500,
      { code: 'bets_failed', error: 'Failed to fetch bets' },
    ])
    expect(await ask(server, '/api/admin/dashboard', admin.token)).toEqual([
      500,
      { code: 'internal', error: 'An unknown error occurred.' },
    ])
    const up = { action: 'signup', username: newName(), password: 'harbour tide', adult: true }
    expect(await ask(server, '/api/auth/auth', null, up)).toEqual([
      500,
      { code: 'signup_failed', error: 'Signup failed' },
    ])
    const into = { action: 'signin', username: bettor.user.username, password: bettor.password }
    expect(await ask(server, '/api/auth/auth', null, into)).toEqual([
      500,
      { code: 'signin_failed', error: 'Sign in failed' },
    ])
  })

  /** A server that executes bets with `execute`, and the lines of its log. */
  async function logging(execute: Services['accounts']['execute'], LOG_LEVEL: 'error' | 'warn' | 'info' = 'error') {
    const { services } = product
    const lines: string[] = []
    const settings = { ...services.settings, LOG_LEVEL }
    const accounts = { ...services.accounts, execute }
    const server = await buildServer({ ...services, settings, accounts }, undefined, {
      write: (line) => void lines.push(line),
    })
    servers.push(server)
    return { server, lines }
  }

  test('failures are logged with account and correlation, and nothing of what was sent', async () => {
    const correlations: string[] = []
    const { server, lines } = await logging(async (...command) => {
      correlations.push(...(JSON.stringify(command).match(/(?<="correlation":")[^"]+/g) ?? []))
      throw new Error('broken')
    })
    await ask(server, '/api/bets/place-bet', bettor.token, single(game, 1))
    expect(lines.length).toBe(1)
    expect(correlations.length).toBe(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 50,
      err: { message: 'broken' },
      route: 'POST /api/bets/place-bet',
      account: bettor.user.id,
      correlation: correlations[0],
    })
    for (const secret of [bettor.token, bettor.user.username, '127.0.0.1', game]) expect(lines[0]).not.toContain(secret)
  })

  test('a failure with a code of its action is not logged as a refusal as well', async () => {
    const { server, lines } = await logging(fails(new Error('broken')), 'info')
    const block = { action: 'blockUser', targetUsername: bettor.user.username }
    expect(await ask(server, '/api/admin/dashboard', admin.token, block)).toMatchObject([
      500,
      { code: 'user_status_failed' },
    ])
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([50])
  })

  test('refusals are logged at level info with code, account and correlation, and nothing of what was sent', async () => {
    const correlations: (string | null)[] = []
    const { server, lines } = await logging((id, command, meta) => {
      correlations.push(meta.correlation)
      return product.services.accounts.execute(id, command, meta)
    }, 'info')
    const [status, { code }] = await ask(server, '/api/bets/place-bet', bettor.token, single(game, 100_000))
    expect(lines.length).toBe(1)
    const route = 'POST /api/bets/place-bet'
    const account = bettor.user.id
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 30,
      code,
      status,
      route,
      account,
      correlation: correlations[0],
    })
    for (const secret of [bettor.token, bettor.user.username, '127.0.0.1', game]) expect(lines[0]).not.toContain(secret)
    const quiet = await logging(product.services.accounts.execute, 'warn')
    expect((await ask(quiet.server, '/api/bets/place-bet', bettor.token, single(game, 100_000)))[0]).toBe(status)
    expect(quiet.lines).toEqual([])
  })

  test.each([
    ['refuses a value', 'InvalidInputError', (name: string) => sql.unsafe`select ${name}::text::integer as number`],
    ['has no such row', 'NotFoundError', (name: string) => sql.unsafe`select 1 as number where ${name} = ''`],
    ['has another row', 'SchemaValidationError', (name: string) => sql.type(Numbered)`select ${name}::text as number`],
  ])('a query that %s is logged as %s, without its values', async (_what, named, query) => {
    const { username } = bettor.user
    const { server, lines } = await logging(async () => {
      await product.services.queries.one(query(username))
      throw new Error('the query did not fail')
    })
    await ask(server, '/api/bets/place-bet', bettor.token, single(game, 1))
    expect(lines.length).toBe(1)
    expect(lines[0]).toContain(`"${named}"`)
    expect(lines[0]).not.toContain(username)
  })

  test('too many sign-ins at once', async () => {
    const server = await serverWith(({ passwords }) => ({
      passwords: { ...passwords, verify: fails(new PasswordQueueFull('full')) },
    }))
    const into = { action: 'signin', username: bettor.user.username, password: bettor.password }
    const [status, body] = await ask(server, '/api/auth/auth', null, into)
    expect([status, body.code]).toEqual([503, 'passwords_busy'])
  })

  test('a failure of the board', async () => {
    const server = await serverWith(({ board }) => ({
      board: {
        ...board,
        gamesOf: () => {
          throw new Error('broken')
        },
      },
    }))
    expect(await ask(server, '/api/sports/soccer?endpoint=events', null)).toEqual([
      502,
      { code: 'events_failed', error: 'Failed to fetch event data from Odds API' },
    ])
  })
})
