// A registration that is interrupted between any two of its steps is completed, or releases its name.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startProjector } from '#projections/runner/projector.ts'
import { randomId } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import { metaBy, REASON } from '#services/commands/testing/meta.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries, type Queries } from '#services/platform/database/queries.ts'
import { createSessionLocks, type SessionLocks } from '#services/platform/database/session-locks.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import type { Accounts } from '../accounts.ts'
import { commitment } from '../commitments.ts'
import { commitmentsOf, findByName, releaseName } from '../credentials.ts'
import { parseUserName } from '../names/names.ts'
import { createPasswords } from '../passwords/passwords.ts'
import { heldAccounts } from '../testing/held-accounts.ts'
import { noDraws } from '../testing/no-draws.ts'
import { type Cut, cutOff, PowerCut } from '../testing/power-cut.ts'
import { signUpRequest } from '../testing/registration-request.ts'
import { createTransfers } from '../transfers.ts'
import { createRegistrations, type Registrations } from './registration.ts'
import type { RegistrationRequest } from './registration-request.ts'
import { ensureSuperAdmin } from './super-admin.ts'

let database: TestDatabase
let store: PostgresLog
let pool: ReturnType<typeof openPool>
let queries: Queries
let locks: SessionLocks
let accounts: Accounts
let registrations: Registrations
let projector: ReturnType<typeof startProjector>
const passwords = createPasswords()
const businessNow = () => new Date()
let admin: string
let names = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url)
  queries = await openQueries(database.url)
  locks = createSessionLocks(database.url, 'locks')
  store = await PostgresLog.open({ url: database.url })
  projector = startProjector({ store, url: database.url })
  accounts = createCommands({ store }).accounts
  registrations = createRegistrations({ pool, locks, accounts, passwords, treasury: noDraws, businessNow })
})
afterAll(async () => {
  await projector.stop()
  await store.close()
  await locks.close()
  await pool.end()
  await queries.end()
  await database.drop()
})
beforeEach(async () => {
  const registered = await registrations.register(request({ ...firstAdmin, amountCents: 10_000 }))
  if (!registered.accepted) throw new Error('no admin')
  admin = registered.accountId
})

const newName = () => parseUserName(`person-${++names}`)!

const request = (changes: Partial<RegistrationRequest> = {}): RegistrationRequest => signUpRequest(newName(), changes)
const firstAdmin = { role: 'admin', openedBy: 'setup', actor: { id: 'setup', role: 'system' } } as const
const funded = (amountCents: number): RegistrationRequest =>
  request({ openedBy: admin, actor: { id: admin, role: 'admin' }, fundedBy: { sender: admin, amountCents } })

const openCutOff = async (asked: RegistrationRequest, type: string, when: Cut) => {
  const broken = createRegistrations({
    pool,
    locks,
    accounts: cutOff(accounts, when, { type }),
    passwords,
    treasury: noDraws,
    businessNow,
  })
  await expect(broken.register(asked)).rejects.toThrow(PowerCut)
}
const walletOf = async (asked: RegistrationRequest) => {
  const credential = await findByName(pool, asked.name)
  if (credential === null) return null
  const state = await accounts.read(credential.accountId)
  return { status: credential.status, opened: state.opened !== null, cents: state.walletCents }
}
const floatOf = async () => (await accounts.read(admin)).floatCents

const cuts: [type: string, when: Cut][] = [
  ['Deposit', 'before'],
  ['Deposit', 'after'],
  ['OpenAccount', 'before'],
  ['OpenAccount', 'after'],
]

describe.each(cuts)('a registration cut off at %s, %s the store has it', (type, when) => {
  test('is completed by the sweep, once', async () => {
    const asked = funded(4_000)
    await openCutOff(asked, type, when)
    expect((await walletOf(asked))?.status).toBe('pending')
    const sweeps = await Promise.all([
      registrations.finishInterrupted(0),
      registrations.finishInterrupted(0),
      registrations.finishInterrupted(0),
    ])
    expect(sweeps.reduce((sum, { finished }) => sum + finished, 0)).toBeGreaterThanOrEqual(1)
    expect(await walletOf(asked)).toEqual({ status: 'active', opened: true, cents: 4_000 })
    expect(await floatOf()).toBe(6_000)
    expect(await registrations.finishInterrupted(0)).toEqual({ finished: 0, released: 0 })
  })

  test('is completed by repeating the request', async () => {
    const asked = funded(4_000)
    await openCutOff(asked, type, when)
    const again = await registrations.register(asked)
    expect(again).toMatchObject({ accepted: true, balanceCents: 4_000, senderBalanceCents: 6_000 })
    expect(await walletOf(asked)).toEqual({ status: 'active', opened: true, cents: 4_000 })
    expect(await floatOf()).toBe(6_000)
  })
})

test('the age attestation is recorded, also by the sweep', async () => {
  for (const ageAttested of [true, false]) {
    const asked = request({ ageAttested })
    await openCutOff(asked, 'OpenAccount', 'before')
    expect(await registrations.finishInterrupted(0)).toEqual({ finished: 1, released: 0 })
    const { accountId } = (await findByName(pool, asked.name))!
    expect((await accounts.read(accountId)).opened?.ageAttested).toBe(ageAttested)
    expect(await registrations.register(asked)).toMatchObject({ accepted: true, repeated: true })
    expect(await registrations.register({ ...asked, ageAttested: !ageAttested })).toMatchObject({
      accepted: false,
      refusal: { code: 'key_reused' },
    })
  }
})

test('a registration that can no longer be paid for releases its name', async () => {
  const asked = funded(10_000)
  await openCutOff(asked, 'Deposit', 'before')
  const paid = await registrations.register(funded(6_000))
  expect(paid.accepted).toBe(true)
  expect(await registrations.finishInterrupted(0)).toEqual({ finished: 0, released: 1 })
  expect(await walletOf(asked)).toBeNull()
  expect(await floatOf()).toBe(4_000)
  expect(await registrations.register({ ...request(), name: asked.name })).toMatchObject({ accepted: true })
})

test('a registration that cannot be completed does not hold up others', async () => {
  const both = [funded(1_000), funded(2_000)]
  for (const asked of both) await openCutOff(asked, 'OpenAccount', 'before')
  const stubborn = createRegistrations({
    pool,
    locks,
    accounts: cutOff(accounts, 'before', { type: 'OpenAccount', times: 1 }),
    passwords,
    treasury: noDraws,
    businessNow,
  })
  await expect(stubborn.finishInterrupted(0)).rejects.toThrow(PowerCut)
  const statuses = await Promise.all(both.map(async (asked) => (await walletOf(asked))?.status))
  expect(statuses).toEqual(['pending', 'active'])
  await registrations.finishInterrupted(0)
})

describe('a registration in progress', () => {
  /** A registration funded with this many cents that has reached its append. */
  async function underWay(cents: number, ownPool = pool) {
    const ownLocks = createSessionLocks(database.url, 'held locks')
    const { accounts: slow, begun, goOn } = heldAccounts(accounts)
    const own = { pool: ownPool, locks: ownLocks, accounts: slow }
    const asked = funded(cents)
    const first = createRegistrations({ ...own, passwords, treasury: noDraws, businessNow }).register(asked)
    await begun
    return { asked, first, goOn, close: ownLocks.close }
  }

  test('holds no connection of the pool and no transaction while the ledger is written', async () => {
    const only = openPool(database.url, { max: 1, name: 'one connection' })
    const { asked, first: registered, goOn, close } = await underWay(4_000, only)
    const { accountId } = (await findByName(only, asked.name))!
    await only.query('select from app.identity where account_id = $1 for update nowait', [accountId])
    // the projector has transactions all the time
    const { rows } = await only.query(
      `select state from pg_stat_activity where datname = current_database() and application_name in ('one connection', 'held locks')
         order by state`,
    )
    expect(rows).toEqual([{ state: 'active' }, { state: 'idle' }])
    goOn()
    expect(await registered).toMatchObject({ accepted: true, repeated: false, senderBalanceCents: 6_000 })
    await close()
    await only.end()
  })

  test('is left alone by the sweep, and waited for by the same request', async () => {
    const { asked, first, goOn, close } = await underWay(10_000)
    // done concurrently with the first, it would now be refused for lack of money, and its name released
    expect((await registrations.register(funded(6_000))).accepted).toBe(true)
    expect(await registrations.finishInterrupted(0)).toEqual({ finished: 0, released: 0 })
    const raised = { type: 'SetAdminBalance', floatCents: 10_000 } as const
    const by = metaBy({ id: randomId(), role: 'super-admin' }, businessNow(), REASON)
    expect((await accounts.execute(admin, raised, by)).accepted).toBe(true)
    const second = registrations.register(asked)
    goOn()
    expect(await first).toMatchObject({ accepted: true, repeated: false })
    expect(await second).toMatchObject({ accepted: true, repeated: true })
    await close()
  })

  test('is not acknowledged if its lock is lost, and completed by repeating the request', async () => {
    const { asked, first, goOn, close } = await underWay(4_000)
    const admins = openPool(database.ownerUrl)
    await admins.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'held locks'`,
    )
    await admins.end()
    goOn()
    await expect(first).rejects.toThrow()
    expect(await walletOf(asked)).toEqual({ status: 'pending', opened: true, cents: 4_000 })
    expect(await registrations.register(asked)).toMatchObject({ accepted: true, repeated: true, balanceCents: 4_000 })
    expect(await walletOf(asked)).toEqual({ status: 'active', opened: true, cents: 4_000 })
    await close()
  })

  test('is waited for by anybody who would otherwise release its name', async () => {
    const { asked, first, goOn, close } = await underWay(3_000)
    const { accountId } = (await findByName(pool, asked.name))!
    const second = registrations.finishOrRelease(accountId)
    goOn()
    expect([(await first).accepted, await second]).toEqual([true, 'finished'])
    expect((await walletOf(asked))?.status).toBe('active')
    await close()
  })

  test('is not acknowledged if somebody without the lock has released its name', async () => {
    const { asked, first, goOn, close } = await underWay(2_000)
    await releaseName(pool, (await findByName(pool, asked.name))!.accountId)
    goOn()
    await expect(first).rejects.toThrow(/is gone$/)
    await close()
  })
})

test('a name is taken while its registration is in progress', async () => {
  const asked = funded(1_000)
  await openCutOff(asked, 'OpenAccount', 'before')
  expect(await registrations.register(request({ name: asked.name }))).toEqual({ accepted: false, taken: 'name' })
})

test('a claim younger than any request may be is left alone', async () => {
  const asked = request()
  await openCutOff(asked, 'OpenAccount', 'before')
  expect(await registrations.finishInterrupted()).toEqual({ finished: 0, released: 0 })
  expect((await walletOf(asked))?.status).toBe('pending')
  await registrations.finishInterrupted(0)
})

test('the ledger commits to the same as identity: the name as it was typed', async () => {
  const asked = request({ name: parseUserName(`Bettör.${randomId().slice(0, 8)}`)! })
  await registrations.register(asked)
  const credential = (await findByName(pool, asked.name))!
  const { opened } = await accounts.read(credential.accountId)
  const { nameAsTyped, ...commitments } = commitmentsOf(credential)
  expect(opened).toMatchObject(commitments)
  expect(nameAsTyped).toBe(true)
  expect(commitments.username).toBe(commitment(credential.usernameSalt, asked.name.display))
})

describe('transfers that a crash left in transit', () => {
  const transfersWith = (broken: Accounts) => createTransfers({ pool, queries, accounts: broken, businessNow })
  const meta = () => metaBy({ id: admin, role: 'admin' }, businessNow())
  const inTransit = async () => Number((await pool.query('select count(*) from app.transfer')).rows[0].count)
  /** Waits until the read model has everything that was written. */
  async function untilInTransit(count: number): Promise<void> {
    const last = await store.lastPosition()
    const folded = `select position from app.projection_checkpoint where projection = 'transfers' and position = $1`
    await expect.poll(async () => (await pool.query(folded, [last])).rowCount, { interval: 5 }).toBe(1)
    expect(await inTransit()).toBe(count)
  }

  test.each(['before', 'after'] as const)('are received once, interrupted %s the receipt', async (when) => {
    const asked = funded(100)
    const registered = await registrations.register(asked)
    if (!registered.accepted) throw new Error('not registered')
    const broken = transfersWith(cutOff(accounts, when, { type: 'ReceiveTransfer' }))
    await expect(broken.deposit(registered.accountId, 500, meta())).rejects.toThrow(PowerCut)
    await untilInTransit(when === 'before' ? 1 : 0)
    const { finishInterrupted } = transfersWith(accounts)
    await Promise.all([finishInterrupted(0), finishInterrupted(0)])
    await untilInTransit(0)
    expect((await accounts.read(registered.accountId)).walletCents).toBe(600)
    expect(await floatOf()).toBe(9_400)
  })

  test('to accounts that do not exist are returned', async () => {
    const sent = await transfersWith(accounts).deposit(randomId(), 500, meta())
    expect(sent).toMatchObject({ accepted: false, refusal: { code: 'account_missing' } })
    expect(await floatOf()).toBe(10_000)
    const broken = transfersWith(cutOff(accounts, 'before', { type: 'ReceiveTransfer' }))
    await expect(broken.deposit(randomId(), 500, meta())).rejects.toThrow(PowerCut)
    await untilInTransit(1)
    expect(await transfersWith(accounts).finishInterrupted(0)).toEqual({ received: 0, returned: 1 })
    await untilInTransit(0)
    expect(await floatOf()).toBe(10_000)
  })

  test('are received even if another cannot be', async () => {
    const registered = await registrations.register(funded(100))
    if (!registered.accepted) throw new Error('not registered')
    const broken = transfersWith(cutOff(accounts, 'before', { type: 'ReceiveTransfer' }))
    for (const cents of [500, 500]) {
      await expect(broken.deposit(registered.accountId, cents, meta())).rejects.toThrow(PowerCut)
    }
    await untilInTransit(2)
    const stubborn = transfersWith(cutOff(accounts, 'before', { type: 'ReceiveTransfer', times: 1 }))
    await expect(stubborn.finishInterrupted(0)).rejects.toThrow(PowerCut)
    await untilInTransit(1)
    expect((await accounts.read(registered.accountId)).walletCents).toBe(600)
    expect(await transfersWith(accounts).finishInterrupted(0)).toEqual({ received: 1, returned: 0 })
    await untilInTransit(0)
  })

  test('of a registration are left to the registration', async () => {
    const asked = funded(500)
    await openCutOff(asked, 'OpenAccount', 'before')
    await untilInTransit(1)
    expect(await transfersWith(accounts).finishInterrupted(0)).toEqual({ received: 0, returned: 0 })
    await registrations.finishInterrupted(0)
    await untilInTransit(0)
    expect(await walletOf(asked)).toEqual({ status: 'active', opened: true, cents: 500 })
  })
})

describe('the first super admin', () => {
  const settings = { SUPER_ADMIN_USERNAME: 'Root' }

  test('is created once, by any number of processes, with a password that is announced', async () => {
    const announced: string[][] = []
    const announce = (...who: string[]) => announced.push(who)
    await Promise.all([1, 2, 3].map(() => ensureSuperAdmin({ pool, registrations }, settings, announce)))
    expect(announced).toEqual([['Root', expect.stringMatching(/^[2-9A-Za-z]{16}$/)]])
    const credential = (await findByName(pool, parseUserName('root')!))!
    expect(await passwords.verify(credential.passwordHash, announced[0]![1]!)).toBe(true)
    expect(await accounts.read(credential.accountId)).toMatchObject({
      opened: { role: 'super-admin', openedBy: 'setup' },
      floatCents: 0,
    })
    await ensureSuperAdmin({ pool, registrations }, { ...settings, SUPER_ADMIN_PASSWORD: 'another' }, announce)
    expect(announced).toHaveLength(1)
  })

  test('has to change a generated password, but not one from the settings', async () => {
    const own = await createTestDatabase()
    const ownPool = openPool(own.url)
    const ownLocks = createSessionLocks(own.url, 'locks')
    const log = await PostgresLog.open({ url: own.url })
    try {
      const real = createRegistrations({
        pool: ownPool,
        locks: ownLocks,
        accounts: createCommands({ store: log }).accounts,
        passwords,
        treasury: noDraws,
        businessNow,
      })
      const start = (password: string | undefined) =>
        ensureSuperAdmin(
          { pool: ownPool, registrations: real },
          { SUPER_ADMIN_USERNAME: 'root', SUPER_ADMIN_PASSWORD: password },
          () => undefined,
        )
      await expect(start('letmein')).rejects.toThrow(/^SUPER_ADMIN_PASSWORD: This password is one of the most common/)
      await expect(start('root2026')).rejects.toThrow(/^SUPER_ADMIN_PASSWORD: Password must not be the username/)
      await start('harbour tide')
      expect(await findByName(ownPool, parseUserName('root')!)).toMatchObject({ mustChangePassword: false })
    } finally {
      await log.close()
      await ownLocks.close()
      await ownPool.end()
      await own.drop()
    }
    await ensureSuperAdmin({ pool, registrations }, settings, () => undefined)
    expect(await findByName(pool, parseUserName('root')!)).toMatchObject({ mustChangePassword: true })
  })

  test('is refused with an invalid name', async () => {
    await expect(
      ensureSuperAdmin({ pool, registrations }, { SUPER_ADMIN_USERNAME: 'a b' }, () => undefined),
    ).rejects.toThrow(/^SUPER_ADMIN_USERNAME: /)
  })

  test('is refused with a lookalike name, if it is yet to be created', async () => {
    const own = await createTestDatabase()
    const ownPool = openPool(own.url)
    await expect(
      ensureSuperAdmin({ pool: ownPool, registrations }, { SUPER_ADMIN_USERNAME: 'superаdmin' }, () => undefined),
    ).rejects.toThrow(/^SUPER_ADMIN_USERNAME: /)
    await ownPool.end()
    await own.drop()
  })
})

describe.each(['before', 'after'] as const)('a first start cut off %s the super admin is in the ledger', (when) => {
  test('leaves the next one with a password that works', async () => {
    const own = await createTestDatabase()
    const ownPool = openPool(own.url)
    const ownLocks = createSessionLocks(own.url, 'locks')
    const log = await PostgresLog.open({ url: own.url })
    try {
      const real = createCommands({ store: log }).accounts
      const announced: string[] = []
      const start = (through: Accounts) =>
        ensureSuperAdmin(
          {
            pool: ownPool,
            registrations: createRegistrations({
              pool: ownPool,
              locks: ownLocks,
              accounts: through,
              passwords,
              treasury: noDraws,
              businessNow,
            }),
          },
          { SUPER_ADMIN_USERNAME: 'root' },
          (_username, password) => announced.push(password),
        )
      const outer = accounts
      accounts = real
      await expect(start(cutOff(accounts, when, { type: 'CreateAdmin' }))).rejects.toThrow(PowerCut)
      accounts = outer
      await start(real)
      const credential = (await findByName(ownPool, parseUserName('root')!))!
      expect(credential.status).toBe('active')
      expect(await passwords.verify(credential.passwordHash, announced.at(-1)!)).toBe(true)
      expect(announced).toHaveLength(when === 'before' ? 2 : 1)
    } finally {
      await log.close()
      await ownLocks.close()
      await ownPool.end()
      await own.drop()
    }
  })
})

test('an admin who is blocked before the first float is drawn has added an admin without one', async () => {
  const draw = async () => {
    const blocked = await accounts.execute(admin, { type: 'BlockUser' }, metaBy({ id: 'setup', role: 'system' }))
    expect(blocked).toMatchObject({ accepted: true })
    const { treasury } = createCommands({ store })
    const asked = { type: 'Draw', draw: randomId(), account: admin, amountCents: 1, budgetCents: 10_000 } as const
    const drawn = await treasury.execute(randomId(), asked, metaBy({ id: admin, role: 'admin' }))
    if (drawn.accepted) throw new Error('drawn by who was blocked')
    return drawn
  }
  const own = createRegistrations({ pool, locks, accounts, passwords, businessNow, treasury: { ...noDraws, draw } })
  const asked = request({ role: 'admin', openedBy: admin, actor: { id: admin, role: 'admin' }, amountCents: 5_000 })
  const made = await own.register(asked)
  expect(made).toMatchObject({ accepted: true, balanceCents: 0 })
  expect((await findByName(pool, asked.name))?.status).toBe('active')
})
