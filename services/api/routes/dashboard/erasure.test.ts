// Erasing the personal data of a closed account: the rows behind the commitments are deleted, the ledger and its proofs
// stay, whatever is interrupted and whatever a backup brings back.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createErasures } from '#services/accounts/erasure/erasures.ts'
import { storeReason, sweepReasons } from '#services/accounts/reasons.ts'
import { cutOff, PowerCut } from '#services/accounts/testing/power-cut.ts'
import { erasedName } from '#services/api/reads/customers/erased-name.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { checkErasures } from '#services/auditor/identity/erasures.ts'
import { verify } from '#services/auditor/verify.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import type { AuditPage, Balances, Customer, DeskFindings, UserList } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { caughtUp } from '../../testing/caught-up.ts'
import { newId, newName, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { sessionOf } from '../../testing/session-of.ts'

let product: TestProduct
let admin: Person
let root: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(10_000)
})
afterAll(() => product.close())

const act = (by: Person, body: object, key = newId()) =>
  product.admin(by.token, body, { headers: { 'idempotency-key': key } })
const erase = (by: Person, { user }: Pick<Person, 'user'>, reason = 'Asked for it by letter', key = newId()) =>
  act(by, { action: 'erasePersonalData', userId: user.id, reason }, key)
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code]
const audit = () => verify({ url: product.database.url, threads: 1 })

/** By table with rows about people: how many rows are about this one. */
async function rowsOf({ user }: Person): Promise<Record<string, number>> {
  const { pool } = product.services
  const { rows: tables } = await pool.query<{ name: string }>(
    `select k.conrelid::regclass::text as name from pg_constraint k where k.confrelid = 'app.identity'::regclass
     union select 'app.identity' order by 1`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query(`select count(*)::int as n from ${name} where account_id = $1`, [user.id])
      return [name, rows[0].n as number] as const
    }),
  )
  return Object.fromEntries(found.filter(([, count]) => count > 0))
}
const textsOf = async (text: string) =>
  (await product.services.pool.query('select from app.reason_text where text = $1', [text])).rowCount

/** What an audit finds that should have been erased, without the time it normally allows the product for that. */
async function leftBehind(): Promise<string[]> {
  const { erasures } = await audit()
  const findings = new Findings()
  const client = new pg.Client({ connectionString: product.database.url })
  await client.connect()
  await checkErasures(client, { erasures: [...erasures] }, findings, null)
  await client.end()
  const found = findings.sorted()
  expect(found.every(({ code }) => code === 'erasure_incomplete')).toBe(true)
  return found.map(({ subject }) => subject.split(' ')[0]!).sort()
}

/** Copies the rows of a table; returns a function that restores those that were deleted. */
async function backUp(table: string): Promise<() => Promise<unknown>> {
  const { pool } = product.services
  const { rows } = await pool.query(`select json_agg(r)::text as kept from ${table} r`)
  const restore = `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`
  return () => pool.query(restore, [rows[0].kept])
}

/** A closed account of a bettor with personal data of all kinds. */
async function aClosed(about = newName()): Promise<Person> {
  const bettor = await product.aBettor(admin, 0)
  const { user, token, password } = bettor
  await product.call('/api/account/email', { token, body: { email: `${user.username}@example.org`, password } })
  const body = { kind: 'pay-out', amount: 5, note: 'To my own bank' }
  expect((await product.call('/api/account/requests', { token, body })).status).toBe(200)
  const money = { action: 'updateBalance', userId: user.id, reason: `Cash of ${about}` }
  expect((await act(admin, { ...money, amountToAdd: 5, balanceType: 'deposit' })).status).toBe(200)
  expect((await act(admin, { ...money, amountToAdd: -5, balanceType: 'withdraw' })).status).toBe(200)
  await act(admin, { action: 'addNote', userId: user.id, text: `Brother of ${about}` })
  const closing = { token, body: { password }, headers: { 'idempotency-key': newId() } }
  expect((await product.call('/api/account/closing', closing)).body).toEqual({ closed: true })
  return bettor
}

describe('erasing the personal data of a closed account', () => {
  test('deletes every row and text about the person, and nothing else', async () => {
    const about = newName()
    const [bettor, other] = [await aClosed(about), await aClosed()]
    const { pool, accounts } = product.services
    // the same reason about both
    const reason = await storeReason(pool, 'by-admin', `Of ${about} and another`)
    for (const { user } of [bettor, other]) {
      const meta = {
        actor: { id: admin.user.id, role: 'admin' },
        session: await sessionOf(product, admin),
        command: { id: newId(), hash: '0'.repeat(64) },
        correlation: newId(),
        causation: null,
        at: new Date().toISOString(),
        reason,
      } as const
      await accounts.execute(user.id, { type: 'SetBetCaps', stakeCents: 500, payoutCents: null }, meta)
    }
    const before = await rowsOf(other)
    expect(await textsOf(`Cash of ${about}`)).toBe(2)
    const key = newId()
    const done = await erase(root, bettor, 'Asked for it by letter', key)
    expect([done.status, done.body.message]).toEqual([200, 'Personal data erased'])
    expect(await rowsOf(bettor)).toEqual({})
    expect(await textsOf(`Cash of ${about}`)).toBe(0)
    expect([await textsOf(`Of ${about} and another`), await textsOf('Asked for it by letter')]).toEqual([1, 1])
    expect(await rowsOf(other)).toEqual(before)
    const { data, meta } = decodeBody((await product.events('PersonalDataErased')).at(-1)!.body)
    expect(data).toMatchObject({
      rows: expect.arrayContaining([
        { kind: 'identity', count: 1 },
        { kind: 'request', count: 1 },
        { kind: 'note', count: 1 },
      ]),
    })
    expect((data as { reasons: string[] }).reasons).toHaveLength(2)
    expect((meta as { actor: unknown }).actor).toEqual({ id: root.user.id, role: 'super-admin' })
    // repeated by the same request and by another one, there is nothing left to do
    expect((await erase(root, bettor, 'Asked for it by letter', key)).status).toBe(200)
    expect((await erase(root, bettor)).status).toBe(200)
    expect(await product.events('PersonalDataErased')).toHaveLength(1)
    expect((await product.signUp(bettor.user.username)).user.id).not.toBe(bettor.user.id)
  })

  test('leaves what the person had in the balances of a moment, which still add up', async () => {
    const bettor = await aClosed()
    expect((await erase(root, bettor)).status).toBe(200)
    await caughtUp(product)
    const { rows } = await product.services.pool.query<{ number: string }>(
      'select number from app.statement_line where account_id = $1 order by number limit 1',
      [bettor.user.id],
    )
    const read = async (query: string) => {
      const { body } = await product.call(`/api/admin/balances?number=${rows[0]!.number}${query}`, {
        token: root.token,
      })
      return body as Balances
    }
    const { accounts, totals } = await read('')
    const name = erasedName(bettor.user.id)
    expect(accounts.find(({ id }) => id === bettor.user.id)).toMatchObject({ name, balance: '5.00' })
    const wallets = accounts
      .filter(({ role }) => role === 'user')
      .reduce((sum, one) => sum + Number(one.balance) * 100, 0)
    expect(wallets).toBe(totals.wallets * 100)
    const after = encodeURIComponent(`erased person ${bettor.user.id}`)
    expect((await read(`&after=${after}`)).accounts.map(({ id }) => id)).not.toContain(bettor.user.id)
    expect((await read('&name=erased')).accounts.map(({ id }) => id)).toContain(bettor.user.id)
  })

  test('leaves the back office without the person’s name', async () => {
    const bettor = await aClosed()
    const { id, username } = bettor.user
    expect((await erase(root, bettor)).status).toBe(200)
    await caughtUp(product)
    const name = erasedName(id)
    const read = async <Body>(path: string) => (await product.call(path, { token: root.token })).body as Body
    const { user } = await read<Customer>(`/api/admin/users/${id}`)
    expect(user).toMatchObject({ username: name, email: null, closed: true, erased: true })
    const closed = async (query = '') => (await read<UserList>(`/api/admin/users?standing=closed${query}`)).users
    expect((await closed('&name=erased&size=100')).map((one) => one.username)).toContain(name)
    expect((await closed('&sort=-created&size=100')).map((one) => one.id)).toContain(id)
    expect(await closed(`&name=${username}`)).toEqual([])
    const found = async (typed: string) =>
      (await read<DeskFindings>(`/api/admin/search?q=${encodeURIComponent(typed)}`)).users
    for (const typed of [name, name.toUpperCase(), id, id.slice(0, 10)])
      expect(await found(typed)).toEqual([{ id, username: name, role: 'user', is_blocked: false }])
    expect(await found(username)).toEqual([])
    const { lines } = await read<AuditPage>(`/api/admin/audit?person=${id}`)
    const said = lines.map(({ what }) => what.map(({ text }) => text).join(''))
    expect(said).toContain(`${root.user.username} erased the personal data of ${name}`)
    expect(JSON.stringify(lines)).not.toContain(username)
    expect(answer(await act(admin, { action: 'addNote', userId: id, text: 'Called' }))).toEqual([
      404,
      'account_missing',
    ])
    const again = await product.auth({ action: 'signin', username, password: bettor.password })
    expect(answer(again)).toEqual([401, 'credentials_wrong'])
  })

  test('is for super admins, with a reason, and only for closed accounts of bettors', async () => {
    const bettor = await aClosed()
    const open = await product.signUp()
    const before = await rowsOf(bettor)
    expect(answer(await erase(admin, bettor))).toEqual([403, 'super_admin_required'])
    expect(answer(await erase(root, bettor, ''))).toEqual([400, 'fields_missing'])
    expect(answer(await erase(root, open))).toEqual([409, 'account_not_closed'])
    expect(answer(await erase(root, admin))).toEqual([403, 'not_a_bettor'])
    expect(answer(await erase(root, { user: { ...open.user, id: newId() } }))).toEqual([404, 'account_missing'])
    expect(await rowsOf(bettor)).toEqual(before)
  })

  test('is completed by the sweep if the process died after the event, and done again after a restore', async () => {
    const { accounts, pool } = product.services
    const bettor = await aClosed('a backup')
    await caughtUp(product)
    const meta = {
      actor: { id: root.user.id, role: 'super-admin' },
      session: await sessionOf(product, root),
      command: { id: newId(), hash: '0'.repeat(64) },
      correlation: newId(),
      causation: null,
      at: new Date().toISOString(),
      reason: await storeReason(pool, 'by-admin', 'By letter'),
    } as const
    const dying = createErasures({ pool, accounts: cutOff(accounts, 'after') })
    const backup = await Promise.all(['app.identity', 'app.reason_text'].map(backUp))
    await expect(dying.erase(bettor.user.id, meta)).rejects.toThrow(PowerCut)
    expect(await rowsOf(bettor)).not.toEqual({})
    // while the product runs it has a minute for that
    expect((await audit()).findings).toEqual([])
    expect(await leftBehind()).toEqual(expect.arrayContaining(['identity', 'note', 'reason', 'request']))
    await caughtUp(product)
    await product.services.erasures.applyAgain()
    expect([await rowsOf(bettor), await textsOf('Cash of a backup')]).toEqual([{}, 0])
    for (const restore of backup) await restore()
    expect([await rowsOf(bettor), await textsOf('Cash of a backup')]).toEqual([{ 'app.identity': 1 }, 2])
    expect(await leftBehind()).toEqual(['identity', 'reason', 'reason'])
    await product.services.erasures.applyAgain()
    expect([await rowsOf(bettor), await textsOf('Cash of a backup'), await leftBehind()]).toEqual([{}, 0, []])
  })

  test('leaves no text that was added between the look at the trail and the event', async () => {
    const about = newName()
    const bettor = await aClosed(about)
    const { pool, accounts, freshness } = product.services
    const hasWholeLog = freshness.hasWholeLog.bind(freshness)
    const client = new pg.Client({ connectionString: product.database.url })
    await client.connect()
    let isFirst = true
    const looks = vi.spyOn(freshness, 'hasWholeLog').mockImplementation(async (needed) => {
      if (!isFirst) {
        await client.query('commit')
        return hasWholeLog(needed)
      }
      isFirst = false
      const whole = await hasWholeLog(needed)
      // the trail does not have it at the first look
      await client.query('begin; lock table app.projection_checkpoint in exclusive mode')
      const reason = await storeReason(pool, 'by-admin', `Late, of ${about}`)
      const command = { type: 'SetBetCaps', stakeCents: 500, payoutCents: null } as const
      const by = metaBy({ id: root.user.id, role: 'super-admin' }, new Date(), reason)
      const session = await sessionOf(product, root)
      expect(await accounts.execute(bettor.user.id, command, { ...by, session })).toMatchObject({ accepted: true })
      return whole
    })
    const { status } = await erase(root, bettor)
    looks.mockRestore()
    await client.end()
    expect(status).toBe(200)
    expect(await textsOf(`Late, of ${about}`)).toBe(0)
  })

  test('accepts no new text about the person, and deletes text that no event refers to', async () => {
    const { pool } = product.services
    const about = newName()
    const bettor = await product.aBettor(admin, 0)
    const { id: userId, username: targetUsername } = bettor.user
    const tooMuch = { action: 'updateBalance', userId, amountToAdd: 1_000_000, balanceType: 'deposit', reason: about }
    expect(answer(await act(admin, tooMuch))).toEqual([409, 'float_too_small'])
    for (const reason of [`Odd, ${about}`, about])
      expect((await act(admin, { action: 'blockUser', targetUsername, reason })).status).toBe(200)
    expect((await act(admin, { action: 'unblockUser', targetUsername, reason: 'Not odd' })).status).toBe(200)
    expect(await textsOf(about)).toBe(2)
    const closing = { action: 'closeAccount', userId, reason: `${about} wrote` }
    expect((await act(root, closing)).status).toBe(200)
    expect((await erase(root, bettor)).status).toBe(200)
    const caps = { action: 'setBetCaps', userId, maxStake: 5, maxPayout: null, reason: about }
    expect(answer(await act(admin, caps))).toEqual([409, 'account_erased'])
    const capped = (await product.events('BetCapsSet')).filter(({ stream }) => stream === `account-${userId}`)
    expect(capped).toEqual([])
    await caughtUp(product)
    await pool.query(`update app.reason_text set unnamed_since = unnamed_since - interval '2 hours'`)
    await sweepReasons(pool)
    expect([await textsOf(about), await textsOf(`Odd, ${about}`), await textsOf(`${about} wrote`)]).toEqual([0, 0, 0])
    expect((await audit()).findings).toEqual([])
  })

  test('leaves a ledger that verifies, and the audit says whose data was erased', async () => {
    await caughtUp(product)
    const { findings, erasures } = await audit()
    expect(findings).toEqual([])
    const events = await product.events('PersonalDataErased')
    expect(erasures.map(({ account }) => `account-${account}`)).toEqual(events.map(({ stream }) => stream))
    expect(new Set(erasures.map(({ by }) => by))).toEqual(new Set([root.user.id]))
    // data that is missing without an erasure is still a finding
    const bettor = await product.signUp()
    await caughtUp(product)
    await product.services.pool.query('delete from app.identity where account_id = $1', [bettor.user.id])
    expect((await audit()).findings.map(({ code }) => code)).toContain('identity_gone')
  })
})
