// A change of email address that is interrupted anywhere leaves one address, and it is the one that the ledger names.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomId } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { createSessionLocks, type SessionLocks } from '#services/platform/database/session-locks.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import type { Accounts } from '../accounts.ts'
import { commitment } from '../commitments.ts'
import { parseUserName } from '../names/names.ts'
import { createPasswords } from '../passwords/passwords.ts'
import { createRegistrations } from '../registration/registration.ts'
import { heldAccounts } from '../testing/held-accounts.ts'
import { noDraws } from '../testing/no-draws.ts'
import { type Cut, cutOff, PowerCut } from '../testing/power-cut.ts'
import { signUpRequest } from '../testing/registration-request.ts'
import { createEmailChanges } from './email-changes.ts'

let database: TestDatabase
let store: PostgresLog
let pool: pg.Pool
let locks: SessionLocks
let accounts: Accounts
const businessNow = () => new Date()
let people = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  locks = createSessionLocks(database.url, 'locks')
  store = await PostgresLog.open({ url: database.url })
  accounts = createCommands({ store }).accounts
})
afterAll(async () => {
  await store.close()
  await locks.close()
  await pool.end()
  await database.drop()
})

async function person(): Promise<string> {
  const registered = await createRegistrations({
    pool,
    locks,
    accounts,
    passwords: createPasswords(),
    treasury: noDraws,
    businessNow,
  }).register(signUpRequest(parseUserName(`person-${++people}`)!))
  if (!registered.accepted) throw new Error('not registered')
  return registered.accountId
}

const changes = (through: Partial<Accounts> = {}) =>
  createEmailChanges({ pool, locks, accounts: { ...accounts, ...through }, businessNow })
const request = (accountId: string, email: string | null, key = randomId()) => ({
  accountId,
  email,
  meta: {
    actor: { id: accountId, role: 'user' as const },
    session: null,
    command: { id: key },
    correlation: randomId(),
  },
})

/** The address in identity. Fails unless the ledger names it. */
async function addressOf(accountId: string): Promise<string | null> {
  const { rows } = await pool.query('select email, email_salt from app.identity where account_id = $1', [accountId])
  const { email, email_salt: salt } = rows[0]
  const { email: named } = await accounts.read(accountId)
  expect(named ?? null).toBe(email === null ? null : commitment(salt, email))
  return email
}
const pending = async (accountId: string) =>
  (await pool.query('select from app.email_change where account_id = $1', [accountId])).rowCount

const dyingAt = (when: Cut) => cutOff(accounts, when)

describe('the email address', () => {
  test('is set, changed and removed, each time with a commitment of its own', async () => {
    const id = await person()
    for (const email of ['ada@example.org', 'ada@example.com', null, 'ada@example.org']) {
      expect(await changes().change(request(id, email))).toEqual({ accepted: true })
      expect(await addressOf(id)).toBe(email)
    }
    expect(await pending(id)).toBe(0)
    const names: unknown[] = []
    for await (const page of store.readAll(null)) {
      for (const { type, stream, body } of page)
        if (type === 'EmailChanged' && stream === `account-${id}`) {
          expect(body).not.toContain('example')
          names.push(JSON.parse(body).data.email)
        }
    }
    expect(names).toHaveLength(4)
    expect(new Set(names).size).toBe(4)
  })

  test('is changed once by a repeated request', async () => {
    const id = await person()
    const again = request(id, 'ada@example.org')
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => changes().change(again)))
    outcomes.push(await changes().change(again))
    expect(outcomes).toEqual(Array(6).fill({ accepted: true }))
    expect(await addressOf(id)).toBe('ada@example.org')
    expect(await changes().change({ ...again, email: 'eve@example.org' })).toMatchObject({
      accepted: false,
      refusal: { code: 'key_reused' },
    })
    expect(await addressOf(id)).toBe('ada@example.org')
  })

  test.each(['before', 'after'] as const)(
    'is completed by the sweep after an interruption %s the append',
    async (when) => {
      const id = await person()
      await changes().change(request(id, 'old@example.org'))
      await expect(changes(dyingAt(when)).change(request(id, 'new@example.org'))).rejects.toThrow(PowerCut)
      expect(await pending(id)).toBe(1)
      await changes().finishInterrupted(0)
      expect([await addressOf(id), await pending(id)]).toEqual(['new@example.org', 0])
      await expect(changes(dyingAt(when)).change(request(id, null))).rejects.toThrow(PowerCut)
      await changes().finishInterrupted(0)
      expect([await addressOf(id), await pending(id)]).toEqual([null, 0])
    },
  )

  test('keeps a later change after an earlier one was interrupted', async () => {
    const id = await person()
    await expect(changes(dyingAt('before')).change(request(id, 'first@example.org'))).rejects.toThrow(PowerCut)
    await changes().change(request(id, 'second@example.org'))
    await changes().finishInterrupted(0)
    expect([await addressOf(id), await pending(id)]).toEqual(['second@example.org', 0])
  })

  test.each(['before', 'after'] as const)(
    'is kept if it is requested again after its change was interrupted %s the append',
    async (when) => {
      const id = await person()
      for (const kept of ['kept@example.org', null]) {
        await changes().change(request(id, kept))
        await expect(changes(dyingAt(when)).change(request(id, 'other@example.org'))).rejects.toThrow(PowerCut)
        expect(await changes().change(request(id, kept))).toEqual({ accepted: true })
        await changes().finishInterrupted(0)
        expect([await addressOf(id), await pending(id)]).toEqual([kept, 0])
      }
    },
  )
})

describe('a change in progress', () => {
  /** A change that has reached its append. */
  async function underWay(ownPool = pool) {
    const id = await person()
    const { accounts: slow, begun, goOn } = heldAccounts(accounts)
    const wanted = request(id, 'ada@example.org')
    const first = createEmailChanges({ pool: ownPool, locks, accounts: slow, businessNow }).change(wanted)
    await begun
    return { id, wanted, first, goOn }
  }

  test('holds no connection of the pool and no transaction while the ledger is written', async () => {
    const only = openPool(database.url, { max: 1 })
    const { id, first, goOn } = await underWay(only)
    await only.query('select from app.identity where account_id = $1 for update nowait', [id])
    goOn()
    expect(await first).toEqual({ accepted: true })
    expect(await addressOf(id)).toBe('ada@example.org')
    await only.end()
  })

  test('is left alone by the sweep, and waited for by another change', async () => {
    const { id, wanted, first, goOn } = await underWay()
    expect(await changes().finishInterrupted(0)).toBe(1)
    expect([await addressOf(id), await pending(id)]).toEqual([null, 1])
    const others = [changes().change(wanted), changes().change(request(id, 'ada@example.com'))]
    goOn()
    expect([await first, ...(await Promise.all(others))]).toEqual(Array(3).fill({ accepted: true }))
    expect([await addressOf(id), await pending(id)]).toEqual(['ada@example.com', 0])
  })
})
