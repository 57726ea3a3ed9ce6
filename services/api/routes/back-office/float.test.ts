// An admin's own float over HTTP: its lines in words, its days, and closing a day.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businessDay, daysAfter } from '#domain/calendar/business-day.ts'
import { verify } from '#services/auditor/verify.ts'
import { FloatDays, FloatStatement } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { newId, type Person, type Reply, startTestProduct, type TestProduct, until } from '../../testing/product.ts'

/** Noon in Paris, so that a few hours stay within the day. */
const MONDAY = '2026-11-16'
const TUESDAY = '2026-11-17'
const WEDNESDAY = '2026-11-18'
let now = new Date(`${MONDAY}T11:00:00.000Z`)

let product: TestProduct
let root: Person
let admin: Person
let other: Person
let bettor: Person
beforeAll(async () => {
  product = await startTestProduct({ businessNow: () => now })
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(1_000)
  other = await product.anAdmin(50)
  bettor = await product.aBettor(admin, 200)
})
afterAll(() => product.close())

const act = (by: Person, body: object, key = newId()): Promise<Reply> =>
  product.admin(by.token, body, { headers: { 'idempotency-key': key } })
const close = (day: string, closing: unknown, by = admin, key?: string) =>
  act(by, { action: 'closeDay', day, closing }, key)
const answer = ({ status, body }: Reply) => [status, body.code]
const get = (path: string, by: Person | null = admin) => product.call(path, { token: by?.token ?? null })
const lines = async (query = '', by = admin) => FloatStatement.parse((await get(`/api/admin/float?${query}`, by)).body)
const days = async (query = '', by = admin) => FloatDays.parse((await get(`/api/admin/float/days?${query}`, by)).body)
const said = ({ what }: { what: readonly { text: string }[] }) => what.map(({ text }) => text).join('')
const move = (amountToAdd: number, reason: string) =>
  act(admin, {
    action: 'updateBalance',
    userId: bettor.user.id,
    amountToAdd,
    balanceType: amountToAdd > 0 ? 'deposit' : 'withdraw',
    reason,
  })

describe('the statement of an admin’s own float', () => {
  test('says in words what each line was, with the balance after it', async () => {
    await move(100, 'cash at the desk')
    await move(-30, 'paid out in cash')
    const asked = await act(other, {
      action: 'updateAdminBalance',
      targetAdmin: admin.user.username,
      newBalance: 25_000,
    })
    const { id: drawId } = asked.body.pendingApproval as { id: string }
    await act(root, { action: 'approveDraw', drawId })
    await until(async () => (await lines()).lines.length === 5)
    const [rootName, name, bettorName] = [root, admin, bettor].map(({ user }) => user.username)
    expect(
      (await lines()).lines.map((line) => [line.kind, said(line), line.reason, line.amount, line.balance]),
    ).toEqual([
      [
        'drawn',
        `${rootName} approved €24,270.00 from the treasury for the float of ${name}, asked for by ${other.user.username}`,
        null,
        24_270,
        '25000.00',
      ],
      ['withdrawn', `${name} withdrew €30.00 from the wallet of ${bettorName}`, 'paid out in cash', 30, '730.00'],
      [
        'deposited',
        `${name} deposited €100.00 to ${bettorName} from their own float`,
        'cash at the desk',
        -100,
        '700.00',
      ],
      [
        'deposited',
        `${name} gave ${bettorName} an initial balance of €200.00 from their own float`,
        null,
        -200,
        '800.00',
      ],
      [
        'granted',
        `${rootName} set the float of ${name}, a super admin’s own grant from the treasury`,
        null,
        1_000,
        '1000.00',
      ],
    ])
  })

  test('comes in pages by key, filtered by time, and as a file of what matches', async () => {
    const whole = (await lines()).lines
    const first = await lines('limit=3')
    expect(first.lines).toEqual(whole.slice(0, 3))
    const rest = await lines(`limit=3&before=${first.next}`)
    expect(rest).toEqual({ lines: whole.slice(3), next: null })
    expect((await lines(`since=${TUESDAY}T00:00:00Z`)).lines).toEqual([])
    expect((await lines(`until=${TUESDAY}T00:00:00Z`)).lines).toEqual(whole)
    const file = await get('/api/admin/float?format=csv')
    expect(file.headers.get('content-disposition')).toContain('float.csv')
    const rows = file.text.trim().split('\r\n')
    expect(rows).toHaveLength(1 + whole.length)
    expect(rows[1]).toContain(`,Drawn,"${said(whole[0]!)}",,24270.00,25000.00`)
  })

  test('waits for an audit trail that is behind', async () => {
    const { number } = (await lines()).lines[0]!
    const renumber = (from: number, to: number) =>
      product.services.pool.query('update app.audit set number = $2 where number = $1', [from, to])
    await renumber(number, number + 1_000_000)
    const { status, body } = await get('/api/admin/float')
    await renumber(number + 1_000_000, number)
    expect([status, body.code]).toEqual([503, 'reads_behind'])
    expect((await lines()).lines[0]!.number).toBe(number)
  })

  test('is the caller’s own, and for admins only', async () => {
    expect((await lines('', root)).lines).toEqual([])
    expect((await lines('', other)).lines.map(({ balance }) => balance)).toEqual(['50.00'])
    for (const path of ['/api/admin/float', '/api/admin/float/days']) {
      expect((await get(path, bettor)).status).toBe(403)
      expect((await get(path, null)).status).toBe(401)
    }
    expect((await get('/api/admin/float?before=x')).status).toBe(400)
    expect((await get('/api/admin/float/days?day=2026-02-31')).status).toBe(400)
  })
})

describe('a day of an admin’s own float', () => {
  const sums = { granted: 1_000, drawn: 24_270, 'given-back': 0, deposited: -300, withdrawn: 30, returned: 0 }

  test('has a beginning, movements and an end that add up, and can be closed once it has ended', async () => {
    const [today] = (await days()).days
    expect(today).toMatchObject({ day: MONDAY, opening: 0, sums, closing: 25_000, closed: null, closable: false })
    expect(answer(await close(MONDAY, 25_000))).toEqual([409, 'day_not_over'])
    now = new Date(`${TUESDAY}T11:00:00.000Z`)
    expect((await days()).days).toEqual([{ ...today!, closable: true }])
    const key = newId()
    const replies = await Promise.all([close(MONDAY, 25_000, admin, key), close(MONDAY, 25_000, admin, key)])
    expect(replies.map(answer)).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect(answer(await close(MONDAY, 25_000))).toEqual([200, undefined])
    const events = await product.events('FloatDayClosed')
    expect(events).toHaveLength(1)
    expect(decodeBody(events[0]!.body)).toMatchObject({
      stream: `account-${admin.user.id}`,
      data: { day: MONDAY, openingCents: 0, closingCents: 25_000_00 },
      meta: { actor: { id: admin.user.id, role: 'admin' } },
    })
    await until(async () => (await days()).days[0]?.closed !== null)
    expect((await days()).days[0]).toMatchObject({ day: MONDAY, closing: 25_000, closable: false })
  })

  test('must exist and have the balance that was shown', async () => {
    expect(answer(await close(MONDAY, 50, other))).toEqual([200, undefined])
    expect(answer(await close(MONDAY, 49, other))).toEqual([409, 'day_changed'])
    expect(answer(await close(daysAfter(MONDAY, -1), 0))).toEqual([400, 'day_unknown'])
    expect(answer(await close(MONDAY, 0, bettor))).toEqual([403, 'not_an_admin'])
    for (const [day, closing] of [
      ['2026-02-31', 0],
      ['', 0],
      [MONDAY, '0'],
      [MONDAY, 0.001],
    ] as const) {
      expect((await close(day, closing)).status).toBe(400)
    }
    expect((await act(admin, { action: 'closeDay', day: MONDAY, closing: 0, of: other.user.id })).status).toBe(400)
  })

  test('without a movement can be closed too, and is shown by its date', async () => {
    now = new Date(`${WEDNESDAY}T11:00:00.000Z`)
    const none = { granted: 0, drawn: 0, 'given-back': 0, deposited: 0, withdrawn: 0, returned: 0 }
    const empty = {
      day: TUESDAY,
      opening: 25_000,
      sums: none,
      closing: 25_000,
      last: null,
      closed: null,
      closable: true,
    }
    expect((await days(`day=${TUESDAY}`)).days).toEqual([empty])
    expect((await days(`day=${daysAfter(MONDAY, -1)}`)).days).toEqual([])
    expect(answer(await close(TUESDAY, 25_000))).toEqual([200, undefined])
    await until(async () => (await days()).days.length === 2)
    expect((await days(`before=${TUESDAY}`)).days.map(({ day }) => day)).toEqual([MONDAY])
    expect(await days()).toMatchObject({ balance: '25000.00', next: null })
    expect(businessDay(now.toISOString())).toBe(WEDNESDAY)
  })

  test('of a super admin is that of their own float', async () => {
    await act(root, { action: 'updateAdminBalance', targetAdmin: root.user.username, newBalance: 75 })
    await until(async () => (await days('', root)).balance === '75.00')
    now = new Date('2026-11-19T11:00:00.000Z')
    expect(answer(await close(WEDNESDAY, 75, root))).toEqual([200, undefined])
  })
})

test('the auditor finds nothing', async () => {
  const { findings, gaps } = await verify({ url: product.database.url })
  expect([findings, gaps]).toEqual([[], []])
})
