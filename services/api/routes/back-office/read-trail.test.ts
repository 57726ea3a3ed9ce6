// The audit trail over HTTP compared with the log: every event is found once by each of its properties, and by nothing
// else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatCents } from '#domain/money.ts'
import { verify } from '#services/auditor/verify.ts'
import {
  AuditedEvent,
  AuditHistory,
  type AuditLine,
  AuditPage,
  Balances,
  LedgerCheckpoint,
} from '#services/contract/contract.ts'
import { CSV_MARK } from '#services/csv/csv.ts'
import { aFixturePair, type TestPair } from '../../testing/fixture-pairs.ts'
import { newId, type Person, parlay, single, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

type Logged = {
  readonly number: number
  readonly type: string
  readonly stream: string
  readonly version: number
  readonly data: Record<string, unknown>
  readonly meta: {
    readonly actor: { readonly id: string; readonly role: string }
    readonly at: string
    readonly command: { readonly id: string }
    readonly reason?: { readonly code: string; readonly text?: string } | null
  }
}

/** Rows of a file in which no cell before the last one asked for contains a comma. */
const rowsOf = (csv: string) =>
  csv
    .replace(CSV_MARK, '')
    .split('\r\n')
    .map((line) => line.split(','))

let product: TestProduct
let root: Person
let admin: Person
let ada: Person
let bob: Person
let game: string
let pair: TestPair
let log: Logged[]
const bets: string[] = []

beforeAll(async () => {
  product = await startTestProduct()
  // otherwise each look would add an event to the log that this is compared with
  const unseen = async () => undefined
  Object.assign(product.services.views, { ofSomebody: unseen, ofAll: unseen })
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(5_000)
  ada = await product.aBettor(admin, 100)
  bob = await product.aBettor(admin, 50.25)
  game = product.newGame()
  const other = product.newGame()
  for (const stake of [1, 2.5, 40]) bets.push(await place(ada, single(game, stake)))
  bets.push(await place(bob, parlay([other, game], 10)))
  // bets that an admin acts on must be in the read models already
  await until(async () => (await page()).events === (await product.events()).length)
  const act = async (...asked: Parameters<typeof product.admin>) =>
    expect((await product.admin(...asked)).status).toBe(200)
  await act(admin.token, {
    action: 'updateBalance',
    userId: bob.user.id,
    amountToAdd: 20,
    balanceType: 'deposit',
    reason: 'paid in cash, desk 4',
  })
  await act(admin.token, { action: 'updateBalance', userId: ada.user.id, amountToAdd: -5, balanceType: 'withdraw' })
  await act(admin.token, { action: 'voidBet', betId: bets[0], reason: 'a wrong price' })
  await act(admin.token, { action: 'blockUser', targetUsername: bob.user.username, reason: '100% _sure_' })
  await act(admin.token, { action: 'blacklist', leagueKey: 'soccer_epl' })
  const userId = ada.user.id
  await act(admin.token, { action: 'setBetCaps', userId, maxStake: 20, maxPayout: null })
  await act(admin.token, { action: 'addNote', userId, text: 'Wants "cash" again' })
  await act(admin.token, { action: 'setBetCaps', userId, maxStake: 5, maxPayout: 50, reason: 'less' })
  pair = await aFixturePair(product)
  const { oldFixture, newFixture } = pair
  await product.services.pool.query(
    `insert into app.suspended_market (fixture_id, market, reason, detail, since, seen_at) values
     ($1, 'h2h', 'extreme-move', '{"selection":"home","point":"","from":"2.00","to":"40.00"}', now(), now())`,
    [oldFixture],
  )
  await act(admin.token, { action: 'releaseMarket', eventId: oldFixture, market: 'h2h', reason: 'a red card' })
  await act(root.token, { action: 'keepFixturesApart', oldFixture, newFixture, reason: 'a doubleheader' })
  log = (await product.events()).map(({ body }, number) => ({ number, ...JSON.parse(body) }))
  await until(async () => (await page()).events === log.length)
})
afterAll(() => product.close())

async function place({ token }: Person, body: object): Promise<string> {
  const { body: placed, text } = await product.place(token, body)
  if (typeof placed.betId !== 'string') throw new Error(text)
  return placed.betId
}
const call = (path: string, { token }: Person = root) => product.call(`/api/admin/${path}`, { token })
const page = async (query = '', by = root): Promise<AuditPage> => {
  const { status, text } = await call(`audit${query}`, by)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return AuditPage.parse(JSON.parse(text))
}

/** All pages of a filter, from the newest back. */
async function allPages(filter: Record<string, string>, limit: number): Promise<AuditLine[]> {
  const lines: AuditLine[] = []
  for (let before: number | undefined; ; ) {
    const query = new URLSearchParams({
      ...filter,
      limit: `${limit}`,
      ...(before !== undefined && { before: `${before}` }),
    })
    const found = await page(`?${query}`)
    lines.push(...found.lines)
    if (!found.older) return lines
    before = found.lines.at(-1)!.number
  }
}

const says = (event: Logged, value: string): boolean =>
  JSON.stringify([event.stream, event.data, event.meta.actor]).includes(value)
/** Caps do not move money. */
const euros = (event: Logged): number =>
  event.type === 'BetCapsSet'
    ? 0
    : ((event.data.stakeCents ?? event.data.amountCents ?? event.data.afterCents ?? 0) as number) / 100
const isOf = (event: Logged, ...types: string[]): boolean => types.includes(event.type)

describe('a filter', () => {
  const at = (share: number) => log[Math.floor(log.length * share)]!.meta.at
  const FILTERS: readonly (readonly [string, () => Record<string, string>, (event: Logged) => boolean])[] = [
    ['none', () => ({}), () => true],
    ['person, by name', () => ({ person: ada.user.username }), (event) => says(event, ada.user.id)],
    ['person, by id', () => ({ person: admin.user.id }), (event) => says(event, admin.user.id)],
    ['a part of the product', () => ({ person: 'transfers' }), (event) => event.meta.actor.id === 'transfers'],
    ['somebody who is not there', () => ({ person: 'nobody-at-all' }), () => false],
    ['kind', () => ({ kind: 'bets' }), (event) => isOf(event, 'BetPlaced')],
    ['kinds', () => ({ kind: 'offer,settlement' }), (event) => isOf(event, 'LeagueBlacklisted', 'BetVoided')],
    ['bet', () => ({ bet: bets[0]! }), (event) => event.data.bet === bets[0]],
    ['fixture', () => ({ fixture: game }), (event) => says(event, game) && event.type !== 'BetVoided'],
    ['older fixture of a pair', () => ({ fixture: pair.oldFixture }), (event) => says(event, pair.oldFixture)],
    ['newer fixture of a pair', () => ({ fixture: pair.newFixture }), (event) => says(event, pair.newFixture)],
    ['amount', () => ({ least: '2.5', most: '20' }), (event) => euros(event) >= 2.5 && euros(event) <= 20],
    [
      'time',
      () => ({ since: at(0.3), until: at(0.8) }),
      (event) => event.meta.at >= at(0.3) && event.meta.at < at(0.8),
    ],
    ['a time before all', () => ({ until: '2020-01-01T00:00:00.000Z' }), () => false],
    [
      'person, kind and amount',
      () => ({ person: ada.user.username, kind: 'bets', least: '2' }),
      (event) => isOf(event, 'BetPlaced') && says(event, ada.user.id) && euros(event) >= 2,
    ],
    [
      'bet and person',
      () => ({ bet: bets[0]!, person: admin.user.username }),
      (event) => event.data.bet === bets[0] && says(event, admin.user.id),
    ],
    ['fixture and kind', () => ({ fixture: game, kind: 'settlement' }), () => false],
  ]

  test.each(FILTERS)('%s: its pages are exactly the events that match, each once', async (_, filter, fits) => {
    const due = log
      .filter(fits)
      .map(({ number }) => number)
      .toReversed()
    for (const limit of [3, 200]) expect((await allPages(filter(), limit)).map(({ number }) => number)).toEqual(due)
    expect((await page(`?${new URLSearchParams(filter())}`)).matching).toBe(due.length)
  })

  test.each(FILTERS)('%s: its files have the same lines', async (_, filter, fits) => {
    const due = log
      .filter(fits)
      .map(({ number }) => number)
      .toReversed()
    const jsonl = await call(`audit?${new URLSearchParams({ ...filter(), format: 'jsonl' })}`)
    expect(jsonl.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
    const lines = jsonl.text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as AuditLine)
    expect(lines.map(({ number }) => number)).toEqual(due)
    const csv = await call(`audit?${new URLSearchParams({ ...filter(), format: 'csv' })}`)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
    expect(csv.text.split('\r\n').slice(1, -1)).toHaveLength(due.length)
  })

  test('a file has the names of kinds and roles that people read, and the keys beside them', async () => {
    const [titles, ...rows] = rowsOf(
      (await call(`audit?${new URLSearchParams({ kind: 'bets,games', format: 'csv' })}`)).text,
    )
    const saidOf = (type: string) => {
      const row = rows.find((cells) => cells[titles!.indexOf('Event')] === type)!
      return ['Kind', 'Kind key', 'Role', 'Role key'].map((title) => row[titles!.indexOf(title)])
    }
    expect(saidOf('BetPlaced')).toEqual(['Bets', 'bets', 'Bettor', 'user'])
    expect(saidOf('FixtureListed')).toEqual(['Games and results', 'games', 'System', 'system'])
  })

  test('pages forward to the same lines', async () => {
    const numbers: number[] = []
    for (let after = -1; ; ) {
      const found = await page(`?limit=4&after=${Math.max(after, 0)}`)
      numbers.push(...found.lines.map(({ number }) => number).toReversed())
      if (!found.newer) break
      after = found.lines[0]!.number
    }
    expect(numbers).toEqual(log.slice(1).map(({ number }) => number))
  })

  test.each([['?kind=nothing'], ['?before=x'], ['?least=-1'], ['?limit=201'], ['?format=pdf'], ['?since=yesterday']])(
    'that is invalid is refused: %s',
    async (query) => expect((await call(`audit${query}`)).status).toBe(400),
  )
})

describe('a search', () => {
  const found = async (q: string) => (await page(`?${new URLSearchParams({ q })}`)).lines.map(({ number }) => number)
  test('finds a ledger number however it is written, and nothing else with it', async () => {
    expect(await found('#7')).toEqual([7])
    expect(await found('# 7')).toEqual([7])
  })
  test('finds people by the beginning of their names, bets and accounts by that of their ids', async () => {
    const ofBob = log
      .filter((event) => says(event, bob.user.id))
      .map(({ number }) => number)
      .toReversed()
    expect(await found(bob.user.username.toUpperCase())).toEqual(ofBob)
    expect(await found(bob.user.id.slice(0, 12))).toEqual(ofBob)
    const ofBet = log
      .filter(({ data }) => data.bet === bets[3])
      .map(({ number }) => number)
      .toReversed()
    expect(await found(bets[3]!)).toEqual(ofBet)
  })
  test('finds words of a reason literally', async () => {
    const type = (numbers: number[]) => numbers.map((number) => log[number]!.type)
    expect(type(await found('CASH, desk'))).toEqual(['TransferSent'])
    expect(type(await found('100% _s'))).toEqual(['AccountBlocked'])
    expect(type(await found('a RED card'))).toEqual(['MarketReleased'])
    expect(type(await found('doubleheader'))).toEqual(['FixturesKeptApart'])
    expect(await found('100%%_')).toEqual([])
  })
})

describe('a line', () => {
  test('has actor, time, command and reason of its event', async () => {
    const { rows } = await product.services.pool.query<{ commitment: string; text: string }>(
      'select commitment, text from app.reason_text',
    )
    const texts = new Map(rows.map(({ commitment, text }) => [commitment, text]))
    const lines = await allPages({}, 200)
    expect(
      lines
        .toReversed()
        .map(({ number, type, who, at, command, reason }) => [number, type, who.id, who.role, at, command, reason]),
    ).toEqual(
      log.map(({ number, type, meta }) => [
        number,
        type,
        meta.actor.id,
        meta.actor.role,
        meta.at,
        meta.command.id,
        texts.get(meta.reason?.text ?? '') ?? null,
      ]),
    )
  })

  test('says what happened, and the value before and after', async () => {
    const lineOf = async (query: string) => {
      const [line] = (await page(query)).lines
      return [line!.what.map(({ text }) => text).join(''), line!.before, line!.after]
    }
    const home = `Home ${game.slice(0, 4)}`
    const [a, b, desk] = [ada, bob, admin].map(({ user }) => user.username)
    expect(await lineOf(`?kind=people&person=${b}`)).toEqual([`${desk} blocked ${b}`, 'active', 'blocked'])
    expect(await lineOf(`?bet=${bets[2]}`)).toEqual([
      `${a} bet €40.00 on ${home} at 2.10 in a game`,
      '€96.50',
      '€56.50',
    ])
    expect(await lineOf(`?bet=${bets[0]}`)).toEqual([
      `${desk} voided ${a}’s bet of €1.00 on ${home} at 2.10 in a game`,
      'open',
      'refunded, €1.00 paid',
    ])
    expect(await lineOf(`?bet=${bets[3]}`)).toEqual([`${b} bet €10.00 on 2-Leg Parlay at 4.41`, '€50.25', '€40.25'])
    expect(await lineOf('?kind=offer')).toEqual([`${desk} blacklisted the league EPL`, 'offered', 'blacklisted'])
    expect(await lineOf(`?kind=money&person=${a}&least=5&most=5`)).toEqual([
      `€5.00 from ${a} arrived in the float of ${desk}`,
      'float €4,829.75',
      '€4,834.75',
    ])
    const teams = 'Harbour Town vs Hill City'
    for (const [query, line] of [
      [
        `?fixture=${pair.oldFixture}&person=${desk}`,
        [
          `${desk} released the suspended prices of Match Result of ${teams}`,
          'suspended: home 2.00 to 40.00',
          'released',
        ],
      ],
      [
        `?kind=games&fixture=${pair.newFixture}`,
        [
          `${root.user.username} kept two listings apart: ${teams} and the later ${teams}`,
          'maybe one game: may meet again',
          'two games',
        ],
      ],
    ] as const) {
      expect(await lineOf(query)).toEqual(line)
    }
    const ofDesk = (await page(`?kind=desk&person=${a}`)).lines.map(({ before, after, reason }) => [
      before,
      after,
      reason,
    ])
    expect(ofDesk).toEqual([
      ['stakes up to €20.00', 'stakes up to €5.00, payouts up to €50.00', 'less'],
      [null, 'Wants "cash" again', null],
      ['no caps', 'stakes up to €20.00', null],
    ])
  })

  test('says that a note or a reason was erased', async () => {
    const { pool } = product.services
    const erased = async (table: string) => {
      const { rows } = await pool.query<{ text: string }>(`select text from ${table}`)
      await pool.query(`update ${table} set commitment = 'x' || commitment`)
      const found = await page(`?kind=desk&person=${ada.user.username}`)
      await pool.query(`update ${table} set commitment = substr(commitment, 2)`)
      return [rows.length > 0, found.lines.map(({ after, reason }) => [after, reason])] as const
    }
    const [isSet, lines] = await erased('app.note_text')
    expect([isSet, lines[1]]).toEqual([true, ['(erased)', null]])
    expect((await erased('app.reason_text'))[1][0]).toEqual(['stakes up to €5.00, payouts up to €50.00', '(erased)'])
  })

  test('shows addresses of admins to super admins only; to others only which are the same', async () => {
    const [line] = (await page(`?bet=${bets[0]}`)).lines
    expect(line!.ip).toBe('127.0.0.1')
    const [shown] = (await page(`?bet=${bets[0]}`, admin)).lines
    expect(shown!.ip).toMatch(/^~[0-9a-f]{8}$/)
  })
})

describe('an event', () => {
  const look = async (number: number) => {
    const { status, text } = await call(`audit/${number}`)
    expect(status, text).toBe(200)
    return AuditedEvent.parse(JSON.parse(text))
  }

  test('is shown as it is stored, byte for byte', async () => {
    const stored = await product.events()
    for (const { number } of log) expect((await look(number)).raw).toBe(stored[number]!.body)
  })
  test('names its cause, which names it in turn', async () => {
    for (const { number } of log) {
      const { causes, effects } = await look(number)
      for (const cause of causes) {
        expect(cause.number).toBeLessThan(number)
        expect((await look(cause.number)).effects.map((one) => one.number)).toContain(number)
      }
      for (const effect of effects) expect(effect.number).toBeGreaterThan(number)
    }
  })
  test('a deposit leads from float to wallet', async () => {
    const sent = log.findLast(({ type, meta }) => type === 'TransferSent' && meta.actor.id === admin.user.id)!
    const { effects, postings } = await look(sent.number)
    expect(effects.map(({ type }) => type)).toEqual(['TransferReceived'])
    expect(postings).toHaveLength(1)
  })
  test('that does not exist is a 404, and an invalid number a 400', async () => {
    expect((await call(`audit/${log.length + 5}`)).status).toBe(404)
    expect((await call('audit/first')).status).toBe(400)
  })
})

describe('a history', () => {
  test('of a bet and of an account is complete', async () => {
    const history = async (of: string) => AuditHistory.parse((await call(`history/${of}?limit=200`)).body)
    const ofBet = await history(bets[0]!)
    expect(ofBet.about).toMatchObject({ kind: 'bet', id: bets[0], owner: { id: ada.user.id } })
    expect(ofBet.lines.map(({ type }) => type)).toEqual(['BetVoided', 'BetPlaced'])
    const ofAda = await history(ada.user.username)
    expect(ofAda.about).toMatchObject({ kind: 'account', id: ada.user.id, title: ada.user.username })
    const due = log
      .filter((event) => says(event, ada.user.id))
      .map(({ number }) => number)
      .toReversed()
    expect(ofAda.lines.map(({ number }) => number)).toEqual(due)
    expect(await history(ada.user.id)).toEqual(ofAda)
    expect((await call(`history/${newId()}`)).status).toBe(404)
  })
})

describe('balances', () => {
  const balances = async (query = '') => Balances.parse((await call(`balances${query}`)).body)

  test('as of now are those of the accounts, and sum to zero', async () => {
    const { accounts, totals, number } = await balances()
    expect(number).toBe(log.length - 1)
    for (const { id, role, balance } of accounts) {
      const { walletCents, floatCents } = await product.services.accounts.read(id)
      expect(balance).toBe(formatCents(role === 'user' ? walletCents : floatCents))
    }
    expect(accounts).toHaveLength(4)
    const sum = (role: 'user' | 'admin') =>
      accounts
        .filter((one) => (one.role === 'user') === (role === 'user'))
        .reduce((all, { balance }) => all + Number(balance), 0)
    expect(totals.wallets).toBeCloseTo(sum('user'), 5)
    expect(totals.floats).toBeCloseTo(sum('admin'), 5)
    expect(Object.values(totals).reduce((all, one) => all + one, 0)).toBeCloseTo(0, 5)
  })

  test('as of an event are those after it', async () => {
    const placed = log.find(({ data, type }) => type === 'BetPlaced' && data.bet === bets[2])!
    const [before, after] = [await balances(`?number=${placed.number - 1}`), await balances(`?number=${placed.number}`)]
    const of = ({ accounts }: Balances) => accounts.find(({ id }) => id === ada.user.id)!.balance
    expect([of(before), of(after)]).toEqual(['96.50', '56.50'])
    expect(after.totals.stakes - before.totals.stakes).toBe(40)
    const byTime = await balances(`?at=${encodeURIComponent(placed.meta.at)}`)
    expect(byTime.number).toBeGreaterThanOrEqual(placed.number)
    expect(log[byTime.number + 1]!.meta.at > placed.meta.at).toBe(true)
  })

  test('before the first event are empty, and for a name only its own', async () => {
    const none = await balances('?at=2020-01-01T00:00:00.000Z')
    expect([none.number, none.accounts]).toEqual([-1, []])
    expect((await balances(`?name=${ada.user.username}`)).accounts.map(({ id }) => id)).toEqual([ada.user.id])
    const csv = await call('balances?format=csv')
    expect(csv.text.split('\r\n')).toHaveLength(4 + 2)
  })

  test('have in their file the name of a role that people read, and the key beside it', async () => {
    const [titles, ...rows] = rowsOf((await call('balances?format=csv')).text)
    const rolesOf = (id: string) => {
      const row = rows.find((cells) => cells[0] === id)!
      return ['Role', 'Role key'].map((title) => row[titles!.indexOf(title)])
    }
    expect(rolesOf(ada.user.id)).toEqual(['Bettor', 'user'])
    expect(rolesOf(admin.user.id)).toEqual(['Admin', 'admin'])
  })
})

test('all of it is for admins only', async () => {
  for (const path of ['audit', 'audit/1', `history/${bets[0]}`, 'balances', 'audit?format=csv']) {
    expect((await product.call(`/api/admin/${path}`)).status).toBe(401)
    expect((await call(path, ada)).status).toBe(403)
    expect((await call(path, admin)).status).toBe(200)
  }
  const reads = product.securityLog.filter((line) => line.includes('sensitive_read'))
  expect(reads.some((line) => line.includes(admin.user.id))).toBe(true)
})

test('the newest checkpoint is where the auditor’s report ends', async () => {
  const { logId, last } = await verify({ url: product.database.url, compare: false })
  // the trail lags behind the log by a moment
  const newest = async () =>
    LedgerCheckpoint.parse((await product.call('/api/admin/checkpoint', { token: admin.token })).body)
  const { number, position, hash } = last!
  await expect.poll(newest).toEqual({ log: logId, number, position, hash })
})

test('the auditor agrees', async () => {
  const { findings, gaps } = await verify({ url: product.database.url })
  // the games of this test are on its board only
  const others = findings.filter(({ code }) => !/^quote_(unknown|unpublished|message_gone)$/.test(code))
  expect([others, gaps]).toEqual([[], []])
})
