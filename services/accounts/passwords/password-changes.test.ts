// A change of password that is interrupted anywhere leaves one password that works, and it is the one that the ledger
// names.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordOf } from '#domain/account/state.ts'
import { randomId } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import { metaBy } from '#services/commands/testing/meta.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { createSessionLocks, type SessionLocks } from '#services/platform/database/session-locks.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Credential, commitmentsOf, findByAccount } from '../credentials.ts'
import { parseUserName } from '../names/names.ts'
import { createRegistrations } from '../registration/registration.ts'
import { draftSession } from '../sessions/session.ts'
import { createSessions, PasswordReplaced, type Sessions } from '../sessions/sessions.ts'
import { heldAccounts } from '../testing/held-accounts.ts'
import { noDraws } from '../testing/no-draws.ts'
import { type Cut, cutOff, PowerCut } from '../testing/power-cut.ts'
import { signUpRequest } from '../testing/registration-request.ts'
import { createPasswordChanges } from './password-changes.ts'
import { createPasswords } from './passwords.ts'

const CLIENT = { ip: '192.0.2.1', userAgent: 'Test/1' }
const OLD = 'the old one'

let database: TestDatabase
let store: PostgresLog
let pool: pg.Pool
let locks: SessionLocks
let accounts: Accounts
let sessions: Sessions
const passwords = createPasswords()
const businessNow = () => new Date()
let people = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  locks = createSessionLocks(database.url, 'locks')
  store = await PostgresLog.open({ url: database.url })
  accounts = createCommands({ store }).accounts
  sessions = createSessions({ pool })
})
afterAll(async () => {
  sessions.close()
  await store.close()
  await locks.close()
  await pool.end()
  await database.drop()
})

/** Creates somebody with the password OLD; returns the account's id. */
async function person(): Promise<string> {
  const registered = await createRegistrations({
    pool,
    locks,
    accounts,
    passwords,
    treasury: noDraws,
    businessNow,
  }).register(signUpRequest(parseUserName(`person-${++people}`)!, { password: OLD, mustChangePassword: true }))
  if (!registered.accepted) throw new Error('the registration was refused')
  return registered.accountId
}

const changesWith = (through: pg.Pool = pool, by: Accounts = accounts) =>
  createPasswordChanges({ pool: through, accounts: by, passwords, businessNow })

const credentialOf = async (id: string): Promise<Credential> => (await findByAccount(pool, id))!

async function requestOf(id: string, password: string, command = randomId()) {
  return {
    credential: await credentialOf(id),
    password,
    meta: {
      actor: { id, role: 'user' as const },
      session: null,
      command: { id: command },
      correlation: randomId(),
      reason: null,
    },
    draft: draftSession(CLIENT),
  }
}
const change = async (id: string, password: string, changes = changesWith()) =>
  changes.change(await requestOf(id, password))

/** Which of these passwords work now, tried as at a sign-in. */
async function working(id: string, ...tried: string[]): Promise<string[]> {
  const right: string[] = []
  for (const password of tried) {
    const credential = await changesWith().resolveCurrent(await credentialOf(id))
    if (credential !== null && (await passwords.verify(credential.passwordHash, password))) right.push(password)
  }
  return right
}
const changesOf = async (id: string) => {
  let count = 0
  for await (const { type } of store.readStream(`account-${id}`, 0)) if (type === 'PasswordChanged') count += 1
  return count
}
/** Whether row and ledger agree, with no change pending. */
async function atRest(id: string): Promise<boolean> {
  const credential = await credentialOf(id)
  return !credential.changing && commitmentsOf(credential).password === passwordOf(await accounts.read(id))
}
const sessionsOf = async (id: string) =>
  Number((await pool.query('select count(*) from app.session where account_id = $1', [id])).rows[0].count)

test('a change replaces the old password, and ends every session but the one it begins', async () => {
  const id = await person()
  const { passwordHash, mustChangePassword } = await credentialOf(id)
  expect(mustChangePassword).toBe(true)
  const { token: before } = await sessions.open(id, CLIENT, passwordHash)
  const request = await requestOf(id, 'a new one')
  expect(await changesWith().change(request)).toEqual({ accepted: true })
  expect(await working(id, OLD, 'a new one')).toEqual(['a new one'])
  expect(await atRest(id)).toBe(true)
  expect((await credentialOf(id)).mustChangePassword).toBe(false)
  sessions.evictAccount(id)
  expect(await sessions.find(before)).toBeNull()
  expect(await sessions.find(request.draft.token)).toMatchObject({ accountId: id })
  await expect(sessions.open(id, CLIENT, passwordHash)).rejects.toThrow(PasswordReplaced)
})

test('the event names a commitment, and nothing of the password', async () => {
  const id = await person()
  await change(id, 'a new one')
  for await (const { type, body } of store.readStream(`account-${id}`, 0)) {
    expect(body).not.toContain('argon2')
    if (type === 'PasswordChanged') {
      expect(JSON.parse(body).data).toEqual({ password: commitmentsOf(await credentialOf(id)).password })
    }
  }
})

/** A pool that fails at its statement number `at`, before or after the database has it, and at all later ones. */
function cutOffAt(at: number, when: Cut): { pool: pg.Pool; said: () => number } {
  let said = 0
  const asked = async (query: (...rest: never[]) => Promise<unknown>, rest: never[]) => {
    const number = said++
    if (number > at || (number === at && when === 'before')) throw new PowerCut()
    const result = await query(...rest)
    if (number === at) throw new PowerCut()
    return result
  }
  const cut = <Target extends pg.Pool | pg.PoolClient>(target: Target): Target =>
    new Proxy(target, {
      get(_, name) {
        if (name === 'query') return (...rest: never[]) => asked((...all) => target.query(...(all as [never])), rest)
        if (name === 'connect') return async () => cut((await (target as pg.Pool).connect()) as pg.PoolClient)
        // the connection ends with the process
        if (name === 'release') return () => (target as pg.PoolClient).release(said > at)
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return { pool: cut(pool), said: () => said }
}

/** Accounts whose reads fail. */
function readsCutOff(when: Cut): Accounts {
  return {
    ...accounts,
    async read(id) {
      if (when === 'after') await accounts.read(id)
      throw new PowerCut()
    },
  }
}

async function expectOneThatWorks(id: string): Promise<void> {
  const recorded = await changesOf(id)
  expect(await working(id, OLD, 'a new one')).toEqual([recorded === 0 ? OLD : 'a new one'])
}

describe('interrupted', () => {
  test('at any statement, one password works, and the sweep completes what was begun', async () => {
    let statements = Number.POSITIVE_INFINITY
    const ends = new Set<string>()
    for (let at = 0; at < statements; at++) {
      for (const when of ['before', 'after'] as const) {
        const id = await person()
        const request = await requestOf(id, 'a new one')
        const { pool: through, said } = cutOffAt(at, when)
        const outcome = await changesWith(through)
          .change(request)
          .catch((error: unknown) => error)
        if (!(outcome instanceof PowerCut)) {
          expect(outcome).toEqual({ accepted: true })
          statements = Math.min(statements, said())
        }
        await expectOneThatWorks(id)
        const begun = (await credentialOf(id)).changing || (await changesOf(id)) > 0
        await Promise.all([changesWith().finishInterrupted(0), changesWith().finishInterrupted(0)])
        expect(await working(id, OLD, 'a new one'), `${when} ${at}`).toEqual([begun ? 'a new one' : OLD])
        expect(await changesOf(id)).toBe(begun ? 1 : 0)
        expect(await atRest(id), `${when} ${at}`).toBe(true)
        ends.add(begun ? 'finished' : 'not begun')
      }
    }
    expect(statements).toBeGreaterThan(8)
    expect(ends.size).toBe(2)
  })

  test.each([
    ['execute', 'before'],
    ['execute', 'after'],
    ['read', 'before'],
    ['read', 'after'],
  ] as const)('at the ledger (%s, %s), it is finished by the sweep, and the sessions end', async (call, when) => {
    const id = await person()
    await sessions.open(id, CLIENT, (await credentialOf(id)).passwordHash)
    await expect(
      change(id, 'a new one', changesWith(pool, call === 'read' ? readsCutOff(when) : cutOff(accounts, when))),
    ).rejects.toThrow(PowerCut)
    const recorded = !(call === 'execute' && when === 'before')
    expect(await changesOf(id)).toBe(recorded ? 1 : 0)
    // as long as nobody has tried to sign in
    expect((await credentialOf(id)).changing).toBe(true)
    expect(await sessionsOf(id)).toBe(1)
    await changesWith().finishInterrupted(0)
    expect(await working(id, OLD, 'a new one')).toEqual(['a new one'])
    expect(await sessionsOf(id)).toBe(0)
    expect(await atRest(id)).toBe(true)
  })

  test('it is completed by repeating the request', async () => {
    const id = await person()
    const request = await requestOf(id, 'a new one')
    const cut = changesWith(pool, cutOff(accounts, 'after'))
    await expect(cut.change(request)).rejects.toThrow(PowerCut)
    expect(await changesWith().change(request)).toEqual({ accepted: true })
    expect(await changesOf(id)).toBe(1)
    expect(await atRest(id)).toBe(true)
    expect(await sessions.find(request.draft.token)).toMatchObject({ accountId: id })
  })

  test('another request under its key is refused', async () => {
    const id = await person()
    const command = randomId()
    const cut = changesWith(pool, cutOff(accounts, 'before'))
    await expect(cut.change(await requestOf(id, 'a new one', command))).rejects.toThrow(PowerCut)
    const other = await changesWith().change(await requestOf(id, 'another one', command))
    expect(other).toMatchObject({ accepted: false, refusal: { code: 'key_reused' } })
    await changesWith().finishInterrupted(0)
    expect(await working(id, OLD, 'a new one', 'another one')).toEqual(['a new one'])
    const late = await changesWith().change(await requestOf(id, 'another one', command))
    expect(late).toMatchObject({ accepted: false, refusal: { code: 'key_reused' } })
    expect(await atRest(id)).toBe(true)
  })

  test('before it was recorded, it gives way to one that was', async () => {
    const id = await person()
    const cut = changesWith(pool, cutOff(accounts, 'before'))
    await expect(change(id, 'a new one', cut)).rejects.toThrow(PowerCut)
    expect(await change(id, 'a newer one')).toEqual({ accepted: true })
    expect(await changesWith().finishInterrupted(0)).toEqual({ finished: 0, dropped: 1 })
    expect(await working(id, OLD, 'a new one', 'a newer one')).toEqual(['a newer one'])
    expect(await atRest(id)).toBe(true)
  })

  test('after it was recorded, it is what the next change replaces', async () => {
    const id = await person()
    const cut = changesWith(pool, cutOff(accounts, 'after'))
    await expect(change(id, 'a new one', cut)).rejects.toThrow(PowerCut)
    // without a sign-in in between, the row still has the old password, which this change may not replace
    expect(await change(id, 'a newer one')).toMatchObject({ refusal: { code: 'password_replaced' } })
    expect(await working(id, OLD, 'a new one')).toEqual(['a new one'])
    expect(await change(id, 'a newer one')).toEqual({ accepted: true })
    await changesWith().finishInterrupted(0)
    expect(await working(id, OLD, 'a new one', 'a newer one')).toEqual(['a newer one'])
    expect(await atRest(id)).toBe(true)
  })

  test('it is left alone while a request may still be working on it', async () => {
    const id = await person()
    const cut = changesWith(pool, cutOff(accounts, 'before'))
    await expect(change(id, 'a new one', cut)).rejects.toThrow(PowerCut)
    expect(await changesWith().finishInterrupted()).toEqual({ finished: 0, dropped: 0 })
    expect(await working(id, OLD, 'a new one')).toEqual([OLD])
    await changesWith().finishInterrupted(0)
  })

  test('it is dropped if the user has been blocked since', async () => {
    const id = await person()
    const cut = changesWith(pool, cutOff(accounts, 'before'))
    await expect(change(id, 'a new one', cut)).rejects.toThrow(PowerCut)
    const admin = { id: randomId(), role: 'admin' as const }
    await accounts.execute(id, { type: 'BlockUser' }, metaBy(admin))
    expect(await changesWith().finishInterrupted(0)).toEqual({ finished: 0, dropped: 1 })
    expect(await working(id, OLD, 'a new one')).toEqual([OLD])
    expect(await atRest(id)).toBe(true)
  })
})

describe('while the ledger is written', () => {
  /** A change that has reached its append. */
  async function underWay(ownPool = pool) {
    const id = await person()
    const { accounts: slow, begun, goOn } = heldAccounts(accounts)
    const request = await requestOf(id, 'a new one')
    const first = changesWith(ownPool, slow).change(request)
    await begun
    return { id, request, first, goOn }
  }

  test('it holds no connection of the pool and no transaction, and the old password works', async () => {
    const only = openPool(database.url, { max: 1 })
    const { id, request, first, goOn } = await underWay(only)
    await only.query('select from app.identity where account_id = $1 for update nowait', [id])
    expect(await working(id, OLD, 'a new one')).toEqual([OLD])
    const { token: before } = await sessions.open(id, CLIENT, request.credential.passwordHash)
    goOn()
    expect(await first).toEqual({ accepted: true })
    expect(await working(id, OLD, 'a new one')).toEqual(['a new one'])
    sessions.evictAccount(id)
    expect([await sessions.find(before), await sessionsOf(id), await atRest(id)]).toEqual([null, 1, true])
    await only.end()
  })

  test('it is completed by anybody who needs it meanwhile, and once', async () => {
    const { id, request, first, goOn } = await underWay()
    expect(await changesWith().finishInterrupted(0)).toEqual({ finished: 1, dropped: 0 })
    expect(await working(id, OLD, 'a new one')).toEqual(['a new one'])
    await changesWith().change(await requestOf(id, 'a newer one'))
    expect(await working(id, 'a new one', 'a newer one')).toEqual(['a newer one'])
    goOn()
    expect(await first).toMatchObject({ accepted: false, refusal: { code: 'password_replaced' } })
    expect(await working(id, OLD, 'a new one', 'a newer one')).toEqual(['a newer one'])
    expect(await sessions.find(request.draft.token)).toBeNull()
    expect([await changesOf(id), await atRest(id)]).toEqual([2, true])
  })
})

describe('concurrently', () => {
  test('of many changes one wins, through any process', async () => {
    const id = await person()
    const wanted = Array.from({ length: 12 }, (_, n) => `wanted ${n}`)
    const requests = await Promise.all(wanted.map((password) => requestOf(id, password)))
    const others = createCommands({ store }).accounts
    const outcomes = await Promise.all(
      requests.map((request, n) => changesWith(pool, n % 2 === 0 ? accounts : others).change(request)),
    )
    const winners = wanted.filter((_, n) => outcomes[n]!.accepted)
    expect(winners).toHaveLength(1)
    for (const outcome of outcomes) {
      if (!outcome.accepted) expect(outcome.refusal.code).toBe('password_replaced')
    }
    expect(await working(id, OLD, ...wanted)).toEqual(winners)
    expect(await changesOf(id)).toBe(1)
    expect(await sessionsOf(id)).toBe(1)
    expect(await atRest(id)).toBe(true)
  })

  test('the same request many times is one change', async () => {
    const id = await person()
    const command = randomId()
    const requests = await Promise.all(Array.from({ length: 6 }, () => requestOf(id, 'a new one', command)))
    const outcomes = await Promise.all(requests.map((request) => changesWith().change(request)))
    expect(outcomes).toEqual(Array(6).fill({ accepted: true }))
    expect(await changesOf(id)).toBe(1)
    expect(await atRest(id)).toBe(true)
  })

  test('no session that began with the old password outlives the change', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await person()
      const { passwordHash } = await credentialOf(id)
      const request = await requestOf(id, 'a new one')
      const openUntilRefused = async () => {
        for (;;) await sessions.open(id, CLIENT, passwordHash)
      }
      const opening = Array.from({ length: 8 }, () => openUntilRefused().catch((error: unknown) => error))
      await changesWith().change(request)
      for (const refused of await Promise.all(opening)) expect(refused).toBeInstanceOf(PasswordReplaced)
      const { rows } = await pool.query(
        `select encode(token_hash, 'hex') as id from app.session where account_id = $1`,
        [id],
      )
      expect(rows).toEqual([{ id: request.draft.id }])
    }
  })
})
