// Auditors: super admins create and remove them; they read what a super admin reads, and change only how they sign in
// themselves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '#services/auditor/verify.ts'
import { AdminUsers, Approvals, AuditPage, Balances } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { newName, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'

let product: TestProduct
let root: Person
let admin: Person
let bettor: Person
let auditor: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(1_000)
  bettor = await product.aBettor(admin, 100)
  auditor = await anAuditor()
})
afterAll(() => product.close())

const PASSWORD = 'an auditor reads'
const create = (by: Person, username = newName(), password = PASSWORD) =>
  product.admin(by.token, { action: 'createAuditor', username, password, reason: 'the yearly audit' })
async function anAuditor(): Promise<Person> {
  const username = newName()
  expect(await create(root, username)).toMatchObject({ status: 200, body: { message: 'Auditor added successfully' } })
  return product.signIn(username, PASSWORD)
}
const read = (path: string, { token } = auditor) => product.call(path, { token })
const named = ({ user }: Person) => ({ targetUsername: user.username, reason: 'seen often enough' })
const codeOf = async (reply: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await reply
  return [status, body.code]
}
const desk = async (by: Person) =>
  AdminUsers.parse((await read('/api/admin/dashboard?type=admin-users', by)).body).adminUsers

describe('an auditor', () => {
  test('is created by super admins only, with an event of that role, a reason, and a line in the security log', async () => {
    expect(await codeOf(create(admin))).toEqual([403, 'super_admin_required'])
    expect(await codeOf(create(bettor))).toEqual([403, 'not_an_admin'])
    expect(await codeOf(create(auditor))).toEqual([403, 'read_only'])
    const opened = (await product.events('AccountOpened')).map(({ body }) => decodeBody(body))
    expect(opened.filter(({ data }) => (data as { role: string }).role === 'auditor')).toMatchObject([
      { schema: 2, data: { openedBy: root.user.id }, meta: { reason: { code: 'by-admin' } } },
    ])
    const lines = product.securityLog.filter((line) => line.includes('user_created') && line.includes(auditor.user.id))
    expect(lines.join()).toContain('auditor')
  })

  test('has a password by the rules for admins', async () => {
    expect(await codeOf(create(root, newName(), 'short'))).toEqual([400, 'password_too_short'])
    expect(await codeOf(create(root, newName(), 'password123'))).toEqual([400, 'password_common'])
  })

  test('is told their role at sign-in, may use the back office, and holds nothing', async () => {
    expect(auditor.user).toMatchObject({ is_admin: true, read_only: true, balance: '0.00' })
    expect(await product.auth({ action: 'verify-admin', token: auditor.token })).toMatchObject({
      body: { isAdmin: true },
    })
    await expect.poll(async () => (await desk(root)).map(({ userId }) => userId)).toContain(auditor.user.id)
    const listed = (await desk(root)).find(({ userId }) => userId === auditor.user.id)
    expect(listed).toMatchObject({ role: 'auditor', admin_creator: root.user.username })
    const held = Balances.parse((await read('/api/admin/balances')).body)
    expect(held.accounts.map(({ id }) => id)).not.toContain(auditor.user.id)
    expect(await codeOf(read('/api/bets/limits'))).toEqual([200, undefined])
  })

  test('reads what a super admin reads', async () => {
    Approvals.parse((await read('/api/admin/approvals')).body)
    const waiting = await read('/api/admin/waiting')
    expect(waiting.body.approvals).toBe(0)
    const { user } = bettor
    for (const path of [
      '/api/admin/alerts',
      '/api/admin/bets',
      `/api/admin/history/${user.id}`,
      '/api/admin/liability',
      '/api/admin/rules',
      '/api/admin/settlement',
      `/api/admin/users/${user.id}`,
      `/api/admin/sessions?username=${root.user.username}`,
      '/api/admin/audit?format=jsonl',
      '/api/admin/users?format=csv',
    ]) {
      expect([path, (await read(path)).status]).toEqual([path, (await read(path, root)).status])
    }
    expect(await read(`/api/admin/users/${user.id}`)).toMatchObject({
      body: { role: 'auditor', mayChangePassword: false },
    })
    // there is no tree without a notary, but access is granted
    expect(await codeOf(read('/api/log/tile/entries/000'))).toEqual([404, 'not_found'])
    expect(await codeOf(read('/api/log/tile/entries/000', admin))).toEqual([403, 'super_admin_required'])
    const addresses = async (by: Person) =>
      AuditPage.parse((await read('/api/admin/audit?kind=people', by)).body).lines.map(({ ip }) => ip)
    expect(await addresses(auditor)).toEqual(await addresses(root))
  })

  test('changes their own password and nothing else, and all of that is in the ledger', async () => {
    const own = await anAuditor()
    const changed = await product.auth(
      { action: 'change-password', oldPassword: PASSWORD, newPassword: 'one of my own' },
      { token: own.token },
    )
    expect(changed.status).toBe(200)
    const after = changed.body as { token: string }
    expect(
      await codeOf(product.call('/api/account/email', { token: after.token, body: { email: 'a@example.org' } })),
    ).toEqual([403, 'read_only'])
    expect(await codeOf(product.call('/api/account/sessions/end', { token: after.token, body: {} }))).not.toContain(
      'read_only',
    )
    const { data, schema } = decodeBody((await product.events('PasswordChanged')).at(-1)!.body)
    expect([schema, Object.keys(data as object)]).toEqual([2, ['password']])
  })

  test('has no float: none can be set, and none drawn', async () => {
    const body = { action: 'updateAdminBalance', targetAdmin: auditor.user.username, newBalance: 5, reason: 'a treat' }
    for (const by of [root, admin]) {
      expect(await codeOf(product.admin(by.token, body))).toEqual([404, 'account_missing'])
    }
  })

  test('is blocked and removed by super admins only; then the sessions are over', async () => {
    const one = await anAuditor()
    const remove = { action: 'removeAdmin', adminUsername: one.user.username, reason: 'the audit is over' }
    for (const body of [remove, { action: 'blockUser', ...named(one) }]) {
      expect(await codeOf(product.admin(admin.token, body))).toEqual([403, 'super_admin_required'])
    }
    expect((await product.admin(root.token, { action: 'blockUser', ...named(one) })).status).toBe(200)
    expect(await codeOf(read('/api/admin/rules', one))).toEqual([403, 'account_blocked'])
    expect((await product.admin(root.token, { action: 'unblockUser', ...named(one) })).status).toBe(200)
    expect((await product.admin(root.token, remove)).status).toBe(200)
    const again = await product.auth({ action: 'signin', username: one.user.username, password: PASSWORD })
    expect([again.status, again.body.code]).toEqual([409, 'account_closed'])
  })

  test('is in the audit trail when added and removed, like any role, with both names', async () => {
    const [one, other] = [await anAuditor(), await product.anAdmin(10)]
    for (const { user } of [one, other]) {
      const removal = { action: 'removeAdmin', adminUsername: user.username, reason: 'the audit is over' }
      expect((await product.admin(root.token, removal)).status).toBe(200)
    }
    const told = async ({ user }: Person) => {
      const { lines } = AuditPage.parse((await read(`/api/admin/audit?person=${user.username}&kind=people`, root)).body)
      return lines.map(({ what }) => what.map(({ text }) => text).join('')).toReversed()
    }
    const by = root.user.username
    const [auditorName, adminName] = [one.user.username, other.user.username]
    await expect
      .poll(() => told(one))
      .toEqual([`${by} added the auditor ${auditorName}`, `${by} removed the auditor ${auditorName}`])
    await expect
      .poll(() => told(other))
      .toEqual([
        `${by} added the admin ${adminName}`,
        `${by} removed the admin ${adminName}; the float went back to the treasury`,
      ])
  })

  test('leaves a clean log', async () => {
    const { findings, gaps } = await verify({ url: product.database.url })
    expect({ findings, gaps }).toEqual({ findings: [], gaps: [] })
  })
})
