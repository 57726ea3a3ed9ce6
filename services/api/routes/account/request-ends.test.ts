// How a request ends: once, in the ledger and in its row alike, wherever it is interrupted and whoever acts at the same
// moment.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CommandMeta } from '#domain/meta.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import { createRequests } from '#services/accounts/requests/requests.ts'
import { heldAccounts } from '#services/accounts/testing/held-accounts.ts'
import { type Cut, cutOff, PowerCut } from '#services/accounts/testing/power-cut.ts'
import { verify } from '#services/auditor/verify.ts'
import { hashCommand, randomId } from '#services/commands/command-id.ts'
import type { AuditPage, OwnRequests } from '#services/contract/contract.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { newId, type Person, startTestProduct, type TestProduct } from '../../testing/product.ts'
import { sessionOf } from '../../testing/session-of.ts'

let product: TestProduct
let [admin, colleague]: Person[] = []
let root: Person
beforeAll(async () => {
  product = await startTestProduct()
  root = await product.signIn(product.superAdmin.username, product.superAdmin.password)
  admin = await product.anAdmin(1_000)
  colleague = await product.anAdmin(1_000)
})
afterAll(() => product.close())

const ask = async ({ token }: Person, body: object = { kind: 'pay-out', amount: 12.34, note: 'to my secret bank' }) => {
  const headers = { 'idempotency-key': newId() }
  return (await product.call('/api/account/requests', { token, body, headers })).body.id as string
}
const decide = (by: Person, requestId: string, decision: string, answer?: string, key = newId()) =>
  product.admin(
    by.token,
    { action: 'decideRequest', requestId, decision, answer },
    { headers: { 'idempotency-key': key } },
  )
const withdraw = ({ token }: Person, request: string) =>
  product.call('/api/account/requests/withdraw', { token, body: { request } })
const rowOf = async ({ token }: Person, id: string) => {
  const { body } = await product.call('/api/account/requests', { token })
  return (body as OwnRequests).requests.find((one) => one.id === id)
}
const endsOf = async (id: string) => {
  const ends = (await product.events('RequestEnded')).map(({ body }) => decodeBody(body))
  return ends.filter(({ data }) => (data as { request: string }).request === id)
}
const expectCleanAudit = async () =>
  expect((await verify({ url: product.database.url, threads: 1 })).findings).toEqual([])

/** A process that dies at an append: before the event is stored, or after. */
const dyingAt = (when: Cut) => {
  const { accounts, pool } = product.services
  return createRequests({ pool, accounts: cutOff(accounts, when), businessNow: () => new Date() })
}
async function decliningBy(by: Person, id: string, answer: string): Promise<CommandMeta> {
  const reason = await storeReason(product.services.pool, 'by-admin', answer)
  return {
    actor: { id: by.user.id, role: 'admin' },
    session: await sessionOf(product, by),
    command: { id: randomId(), hash: hashCommand(id) },
    correlation: randomId(),
    causation: null,
    at: new Date().toISOString(),
    reason,
  }
}
const declineCutOff = async (when: Cut, by: Person, id: string, answer: string) =>
  expect(dyingAt(when).end(id, 'declined', await decliningBy(by, id, answer))).rejects.toThrow(PowerCut)

test('is in the audit trail with who, why and what it was about, without any of the text', async () => {
  const bettor = await product.aBettor(admin!, 50)
  const id = await ask(bettor)
  const declined = await decide(admin!, id, 'declined', 'Your bank refused it.')
  const headers = { 'x-ledger-position': declined.headers.get('x-ledger-position')! }
  const trail = (query: string) => product.call(`/api/admin/audit?${query}`, { token: root.token, headers })
  const { body } = await trail(`person=${bettor.user.username}&kind=people`)
  const line = (body as AuditPage).lines.find(({ type }) => type === 'RequestEnded')!
  expect(line.what.map(({ text }) => text).join('')).toBe(
    `${admin!.user.username} declined the request of ${bettor.user.username} for a pay-out of €12.34`,
  )
  expect(line).toMatchObject({
    kind: 'people',
    before: 'waiting',
    after: 'declined',
    reason: 'Your bank refused it.',
    amount: 12.34,
    ip: '127.0.0.1',
    who: { name: admin!.user.username },
    on: { name: bettor.user.username },
  })
  const [event] = await product.events('RequestEnded')
  expect(JSON.stringify(decodeBody(event!.body))).not.toMatch(/secret|refused/)
  const byAmount = await trail('least=12.34&most=12.34')
  expect((byAmount.body as AuditPage).lines.map(({ number }) => number)).toContain(line.number)
  await expectCleanAudit()
})

test('needs a reason if declined; repeating it keeps the first one', async () => {
  const bettor = await product.signUp()
  const id = await ask(bettor, { kind: 'closing' })
  for (const answer of [undefined, '   ']) {
    const { status, body } = await decide(admin!, id, 'declined', answer)
    expect([status, body.code]).toEqual([400, 'answer_required'])
  }
  expect(await rowOf(bettor, id)).toMatchObject({ state: 'open' })
  const key = newId()
  for (let n = 0; n < 3; n++) expect((await decide(admin!, id, 'declined', 'Not yet.', key)).status).toBe(200)
  expect(await endsOf(id)).toHaveLength(1)
  const other = await decide(admin!, id, 'declined', 'Never.')
  expect([other.status, other.body.message]).toEqual([200, 'It is so already: nothing has changed'])
  expect(await rowOf(bettor, id)).toMatchObject({ state: 'declined', answer: 'Not yet.' })
  expect((await decide(colleague!, id, 'declined', 'Not yet.')).body.code).toBe('request_decided')
})

test('of an admin is decided by another admin or a super admin, and by no bettor', async () => {
  const bettor = await product.signUp()
  const id = await ask(admin!, { kind: 'closing' })
  expect((await decide(bettor, id, 'done')).status).toBe(403)
  expect((await decide(admin!, id, 'done')).body.code).toBe('own_account')
  expect((await decide(root, id, 'done')).status).toBe(200)
  expect(await endsOf(id)).toMatchObject([{ meta: { actor: { id: root.user.id, role: 'super-admin' } } }])
  const other = await ask(colleague!, { kind: 'closing' })
  expect((await decide(admin!, other, 'done')).status).toBe(200)
})

test('is in the audit trail if the request was withdrawn, too', async () => {
  const bettor = await product.signUp()
  const id = await ask(bettor, { kind: 'deposit', amount: 5 })
  expect((await withdraw(bettor, id)).status).toBe(200)
  expect((await withdraw(bettor, id)).status).toBe(200)
  expect(await endsOf(id)).toMatchObject([{ data: { outcome: 'withdrawn' }, meta: { actor: { id: bettor.user.id } } }])
  expect((await decide(admin!, id, 'done')).body.code).toBe('request_decided')
})

test('of a request for more than can be moved does not come up: it is not filed', async () => {
  const bettor = await product.signUp()
  const body = { kind: 'deposit', amount: 90_000_000_000_000 }
  expect((await product.call('/api/account/requests', { token: bettor.token, body })).body.code).toBe('amount_invalid')
})

test('is one of those tried at the same moment by two admins and the owner, in the row as in the ledger', async () => {
  for (let round = 0; round < 5; round++) {
    const bettor = await product.signUp()
    const id = await ask(bettor, { kind: 'deposit', amount: 5 })
    const replies = await Promise.all([
      decide(admin!, id, 'done'),
      withdraw(bettor, id),
      decide(colleague!, id, 'declined', 'No.'),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [end, ...more] = await endsOf(id)
    expect(more).toEqual([])
    expect((await rowOf(bettor, id))!.state).toBe((end!.data as { outcome: string }).outcome)
  }
  await expectCleanAudit()
})

describe('interrupted', () => {
  test('after the event, is written to the row by the sweep', async () => {
    const bettor = await product.signUp()
    const id = await ask(bettor)
    await declineCutOff('after', admin!, id, 'Because.')
    expect(await rowOf(bettor, id)).toMatchObject({ state: 'open' })
    // still in progress, as far as the auditor can tell
    await expectCleanAudit()
    await product.services.requests.finishInterrupted(0)
    expect(await rowOf(bettor, id)).toMatchObject({ state: 'declined', answer: 'Because.' })
    expect(await endsOf(id)).toHaveLength(1)
    await expectCleanAudit()
  })

  test('before the event, leaves the request open', async () => {
    const bettor = await product.signUp()
    const id = await ask(bettor)
    await declineCutOff('before', admin!, id, 'Because.')
    await product.services.requests.finishInterrupted(0)
    expect(await rowOf(bettor, id)).toMatchObject({ state: 'open' })
    expect((await withdraw(bettor, id)).status).toBe(200)
    expect(await rowOf(bettor, id)).toMatchObject({ state: 'withdrawn', answer: '' })
    await expectCleanAudit()
  })

  test.each(['a colleague', 'who asked'])(
    'after the event, is written to the row for %s, who comes too late',
    async (who) => {
      const bettor = await product.signUp()
      const id = await ask(bettor)
      await declineCutOff('after', admin!, id, 'Because.')
      const late = who === 'a colleague' ? await decide(colleague!, id, 'done') : await withdraw(bettor, id)
      expect([late.status, late.body.code]).toEqual([409, 'request_decided'])
      expect(await rowOf(bettor, id)).toMatchObject({ state: 'declined', answer: 'Because.' })
      expect(await endsOf(id)).toHaveLength(1)
      await expectCleanAudit()
    },
  )
})

test('after the request has gone is reported as missing, and leaves the key free', async () => {
  const id = await ask(await product.signUp())
  const key = newId()
  const gone = vi.spyOn(product.services.requests, 'end').mockResolvedValueOnce(null)
  const missing = await decide(admin!, id, 'done', undefined, key)
  gone.mockRestore()
  expect([missing.status, missing.body.code]).toEqual([404, 'request_missing'])
  expect((await decide(admin!, id, 'declined', 'No.', key)).status).toBe(200)
})

describe('in progress', () => {
  test('holds no connection of the pool and no transaction while the ledger is written', async () => {
    const bettor = await product.signUp()
    const id = await ask(bettor)
    const only = openPool(product.database.url, { max: 1 })
    const { accounts: slow, begun, goOn } = heldAccounts(product.services.accounts)
    const requests = createRequests({ pool: only, accounts: slow, businessNow: () => new Date() })
    const first = requests.end(id, 'declined', await decliningBy(admin!, id, 'Because.'))
    await begun
    await only.query('select from app.request where id = $1 for update nowait', [id])
    expect((await withdraw(bettor, id)).status).toBe(200)
    goOn()
    expect(await first).toMatchObject({ accepted: false, refusal: { code: 'request_decided' } })
    expect(await rowOf(bettor, id)).toMatchObject({ state: 'withdrawn' })
    expect(await endsOf(id)).toHaveLength(1)
    await only.end()
    await expectCleanAudit()
  })
})

test('before such ends were events stays as it was', async () => {
  const bettor = await product.signUp()
  const id = await ask(bettor, { kind: 'closing' })
  await product.services.pool.query(
    `update app.request set state = 'done', answer = 'Long ago.', decided_by = $2, decided_at = '2020-01-01', unrecorded = true
      where id = $1`,
    [id, admin!.user.id],
  )
  expect(await rowOf(bettor, id)).toMatchObject({ state: 'done', answer: 'Long ago.' })
  for (const decision of ['done', 'declined']) {
    expect((await decide(admin!, id, decision, 'Now.')).body.code).toBe('request_decided')
  }
  expect(await endsOf(id)).toEqual([])
  await expectCleanAudit()
})
