// The whole api for a test: a real server on a real database, with a projector beside it, and people to use it.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { startProjector } from '#projections/runner/projector.ts'
import { ensureSuperAdmin } from '#services/accounts/registration/super-admin.ts'
import { quickPasswords } from '#services/accounts/testing/quick-passwords.ts'
import type { CommandLine } from '#services/commands/command-log.ts'
import type { User } from '#services/contract/contract.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { createQuoteBoard } from '#services/odds/board/board.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { openNotifications } from '#services/platform/database/listen.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { createTestDatabase } from '#tests/database.ts'
import type { Freshness } from '../consistency/freshness.ts'
import { ApiError } from '../http/errors/errors.ts'
import { ATTEMPT_LIMITS, type AttemptLimits } from '../limits/attempts.ts'
import { HEARD_EVERY_MS, type OpenServices, openServices } from '../open-services.ts'
import { buildServer } from '../server.ts'
import { createTestBoard, type TestBoard, type TestGame } from './board.ts'

export type Reply = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

export type Call = {
  readonly method?: string
  readonly token?: string | null
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Sent as it stands, as JSON. */
  readonly raw?: string
}

export type Person = { readonly user: User; readonly token: string; readonly password: string }

export type TestProduct = {
  readonly origin: string
  readonly board: TestBoard
  readonly services: OpenServices
  readonly store: PostgresLog
  readonly database: { readonly url: string; readonly ownerUrl: string }
  /** Lines of the security log so far. */
  readonly securityLog: readonly string[]
  /** What was said of commands, of every api of this product. */
  readonly commandLines: CommandLine[]
  readonly superAdmin: { readonly username: string; readonly password: string }
  call(path: string, call?: Call): Promise<Reply>
  auth(body: unknown, call?: Call): Promise<Reply>
  admin(token: string, body: unknown, call?: Call): Promise<Reply>
  signUp(username?: string): Promise<Person>
  signIn(username: string, password: string): Promise<Person>
  /** A signed-in admin with a float, made by the super admin. */
  anAdmin(euros: number): Promise<Person>
  /** A signed-in bettor with a balance, made by that admin. */
  aBettor(admin: Person, euros: number): Promise<Person>
  /** Puts a game on the board, with a new id unless there is one, and answers its id. */
  newGame(game?: Partial<TestGame>): string
  /** POST /api/bets/place-bet. */
  place(token: string | null, body: unknown, key?: string): Promise<Reply>
  /** Events of the log by type. */
  events(type?: string): Promise<StoredEvent[]>
  /** Another api process on the same database. */
  another(): Promise<{ origin: string; services: OpenServices; close(): Promise<void> }>
  stopProjector(): Promise<void>
  close(): Promise<void>
}

export const newId = (): string => randomBytes(16).toString('hex')
type Settings = Parameters<typeof openServices>[0]['settings']
let people = 0
export const newName = (): string => `person-${process.pid}-${++people}`

const SETTINGS: Settings = {
  ADMIN_SECOND_FACTOR: 'optional',
  SUSPICIOUS_ACCOUNTS: 3,
  SUSPICIOUS_LEAD_S: 15,
  SUSPICIOUS_ODDS_FALL: 1.25,
  SUSPICIOUS_STAKE_FACTOR: 10,
  WELCOME_GRANT: 0,
  MAX_PAYOUT: 1_000_000_000,
  TREASURY_DAILY_BUDGET: 20_000_00,
  FOUR_EYES_ABOVE: 500_000,
  BIG_STAKE: 10_000,
  BIG_EXPOSURE: 500_000,
  GOODWILL_PER_DAY: 100_00,
  ACCEPTANCE_DELAY_S: 0,
  LOG_LEVEL: 'error',
  STREAMS_PER_SESSION: 8,
  STREAMS_PER_ADDRESS: 500,
}
const MANY: AttemptLimits = { ...ATTEMPT_LIMITS, signUpsByAddress: 10_000, signUpsByName: 1_000 }

export async function startTestProduct({
  settings = {},
  attemptLimits = MANY,
  uiDir = null,
  madeUpPassword = false,
  realBoard = false,
  businessNow = () => new Date(),
  systemNow = () => new Date(),
}: {
  settings?: Partial<Settings>
  attemptLimits?: AttemptLimits
  uiDir?: string | null
  /** The super admin's password is the product's own invention. */
  madeUpPassword?: boolean
  /** Every api has a board of its own over the database; `board` is not shown. */
  realBoard?: boolean
  businessNow?: () => Date
  systemNow?: () => Date
} = {}): Promise<TestProduct> {
  const database = await createTestDatabase()
  const store = await PostgresLog.open({ url: database.url })
  const clock = { businessNow, systemNow, speed: 1 }
  const board = createTestBoard(clock.businessNow)
  const projector = startProjector({ store, url: database.url })
  let folds = true
  const securityLog: string[] = []
  const commandLines: CommandLine[] = []
  const superAdmin = { username: 'root-admin', password: 'first password' }

  const begin = async () => {
    const queries = await openQueries(database.url)
    const log = (error: unknown) => void process.stderr.write(`${String(error)}\n`)
    const notifications = await openNotifications(database.url, HEARD_EVERY_MS)
    const own = realBoard ? await openRealBoard(database.url, { queries, notifications, clocks: clock, log }) : null
    const opened = await openServices({
      databaseUrl: database.url,
      notifications,
      queries,
      settings: { ...SETTINGS, ...settings },
      store,
      clock,
      board: own ?? board,
      uiDir,
      attemptLimits,
      passwords: quickPasswords(),
      logTimeoutMs: 60_000,
      writeSecurityLine: (line) => void securityLog.push(line),
      commandLog: (line) => void commandLines.push(line),
      log,
    })
    const services = { ...opened, freshness: patiently(opened.freshness, () => folds) }
    const server = await buildServer(services)
    const origin = await server.listen({ host: '127.0.0.1', port: 0 })
    return {
      origin,
      services,
      async close() {
        services.endStreams()
        await server.close()
        await services.close()
        await own?.close()
        await notifications.close()
        await queries.end()
      },
    }
  }
  const api = await begin()
  const { origin, services } = api
  const chosen = madeUpPassword ? {} : { SUPER_ADMIN_PASSWORD: superAdmin.password }
  await ensureSuperAdmin(services, { SUPER_ADMIN_USERNAME: superAdmin.username, ...chosen }, (_name, password) => {
    superAdmin.password = password
  })

  const call = (path: string, options: Call = {}) => callAt(origin, path, options)
  const auth = (body: unknown, options: Call = {}) => call('/api/auth/auth', { ...options, body })
  const admin = (token: string, body: unknown, options: Call = {}) =>
    call('/api/admin/dashboard', { ...options, token, body })

  async function signIn(username: string, password: string): Promise<Person> {
    const { body, text } = await auth({ action: 'signin', username, password })
    if (!body.token) throw new Error(text)
    return { user: body.user as User, token: body.token as string, password }
  }

  return {
    origin,
    board,
    services,
    store,
    database,
    securityLog,
    commandLines,
    superAdmin,
    call,
    auth,
    admin,
    signIn,
    async signUp(username = newName()) {
      const password = 'player password'
      const { body, text } = await auth({ action: 'signup', username, password, adult: true })
      if (!body.token) throw new Error(text)
      return { user: body.user as User, token: body.token as string, password }
    },
    async anAdmin(euros) {
      const root = await signIn(superAdmin.username, superAdmin.password)
      const adminUsername = newName()
      const adminPassword = 'admin password'
      const made = await admin(root.token, {
        action: 'createUserAsAdmin',
        adminUsername,
        adminPassword,
        adminBalance: euros,
      })
      if (made.status !== 200) throw new Error(made.text)
      return signIn(adminUsername, adminPassword)
    },
    async aBettor(by, euros) {
      const username = newName()
      const password = 'bettor password'
      const made = await admin(by.token, { action: 'createUser', username, password, initialBalance: euros })
      if (made.status !== 200) throw new Error(made.text)
      return signIn(username, password)
    },
    newGame(game = {}) {
      const { id = newId() } = game
      board.put({ ...game, id })
      return id
    },
    place: (token, body, key) =>
      call('/api/bets/place-bet', {
        token,
        body,
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      }),
    async events(type) {
      const all: StoredEvent[] = []
      for await (const page of store.readAll(null)) all.push(...page)
      return type === undefined ? all : all.filter((event) => event.type === type)
    },
    another: begin,
    async stopProjector() {
      folds = false
      await projector.stop()
    },
    async close() {
      await api.close()
      await projector.stop()
      await store.close()
      await database.drop()
    },
  }
}

/** Well below the time within which every request is answered. */
const READS_WITHIN_MS = 12_000

/** A busy machine may take longer to fold than a reader waits: as whoever asks again. `folds`: somebody does. */
const patiently = (freshness: Freshness, folds: () => boolean): Freshness => ({
  ...freshness,
  async waitFor(...asked) {
    for (const end = Date.now() + READS_WITHIN_MS; ; ) {
      try {
        return await freshness.waitFor(...asked)
      } catch (error) {
        const isBehind = error instanceof ApiError && error.code === 'reads_behind'
        if (!isBehind || !folds() || Date.now() > end) throw error
      }
    }
  },
})

/** The product's board, without a provider. */
async function openRealBoard(
  databaseUrl: string,
  parts: Omit<Parameters<typeof createQuoteBoard>[0], 'pool' | 'refresher'>,
): Promise<QuoteBoard> {
  const pool = openPool(databaseUrl)
  const board = await createQuoteBoard({
    ...parts,
    pool,
    refresher: { refresh: async () => false, refreshEvent: async () => false },
  })
  return {
    ...board,
    async close() {
      await board.close()
      await pool.end()
    },
  }
}

export async function callAt(
  origin: string,
  path: string,
  { method, token, headers, body, raw }: Call,
): Promise<Reply> {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${origin}${path}`, {
    method: method ?? (text === undefined ? 'GET' : 'POST'),
    headers: {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  })
  const answer = await response.text()
  let parsed: unknown = {}
  try {
    parsed = JSON.parse(answer)
  } catch {
    // a page, or nothing
  }
  return { status: response.status, headers: response.headers, text: answer, body: parsed as Record<string, unknown> }
}

/** A folder that is gone after the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync('/tmp/fairbook-ui-')
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The body of a single bet on a game of the test board. */
export const single = (event_id: string, bet_amount: number, more: Record<string, unknown> = {}) => ({
  game: 'Home vs Away',
  bet_type: 'h2h',
  is_parlay: false,
  bet_amount,
  odd: 2.1,
  potential_win: bet_amount * 2.1,
  selection: 'home',
  event_id,
  sport_key: 'soccer_epl',
  commence_time: '2026-11-20T20:00:00Z',
  legs: null,
  ...more,
})

export const parlay = (ids: readonly string[], bet_amount: number, more: Record<string, unknown> = {}) => ({
  game: `${ids.length}-Leg Parlay`,
  bet_type: 'parlay',
  is_parlay: true,
  bet_amount,
  odd: 2.1 ** ids.length,
  potential_win: null,
  selection: null,
  event_id: null,
  sport_key: null,
  commence_time: null,
  legs: ids.map((eventId) => ({
    eventId,
    sport_key: 'soccer_epl',
    gameTitle: 'Home vs Away',
    marketName: 'Moneyline',
    selection: 'home',
    price: 2.1,
    commence_time: '2026-11-20T20:00:00Z',
  })),
  ...more,
})

/** Waits until `check` gives something; fails after a minute. */
export async function until<Result>(
  check: () => Promise<Result> | Result,
): Promise<Exclude<Result, false | null | undefined>> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const result = await check()
    if (result) return result as Exclude<Result, false | null | undefined>
    if (Date.now() > deadline) throw new Error('it did not happen within a minute')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
