// An admin who was blocked or removed can do nothing more, however far a command of theirs had come.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFER } from '#domain/offer/events.ts'
import { commitment } from '#domain/testing/samples.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { randomId } from './command-id.ts'
import { type Commands, createCommands } from './commands.ts'
import { metaBy } from './testing/meta.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const stores: Record<string, () => Promise<EventStore>> = {
  'in memory': () => MemoryLog.open(),
  'on Postgres': () => PostgresLog.open({ url: database.url }),
}
const SETUP = { id: 'setup', role: 'system' } as const
const WAYS = ['BlockUser', 'RemoveAdmin'] as const

describe.each(Object.entries(stores))('an admin, %s', (_, open) => {
  let store: EventStore
  let elsewhere: Commands
  beforeAll(async () => {
    store = await open()
    elsewhere = createCommands({ store })
  })
  afterAll(() => store.close())

  async function opened(role: 'admin' | 'super-admin' | 'user'): Promise<string> {
    const id = randomId()
    const names = { username: commitment(`name ${id}`), password: commitment(`password ${id}`) }
    const command =
      role === 'user'
        ? ({ type: 'OpenAccount', role, ...names, openedBy: 'sign-up', ageAttested: true } as const)
        : ({ type: 'CreateAdmin', role, ...names, openedBy: 'setup', floatCents: 100_00 } as const)
    const full = command.type === 'OpenAccount' ? { ...command, welcomeGrantCents: 0, receive: null } : command
    expect(await elsewhere.accounts.execute(id, full, metaBy(SETUP))).toMatchObject({ accepted: true })
    return id
  }

  /**
   * The commands of a process. Just before it appends to that stream for the first time, something happens in another
   * process.
   */
  function overtaken(stream: string, happens: () => Promise<unknown>): Commands {
    let left = 1
    const append: EventStore['append'] = async (request) => {
      if (request.stream.startsWith(stream) && left-- > 0) await happens()
      return store.append(request)
    }
    return createCommands({
      store: new Proxy(store, { get: (of, key) => (key === 'append' ? append : bound(of, key)) }),
    })
  }
  const bound = (of: EventStore, key: string | symbol): unknown => {
    const value: unknown = Reflect.get(of, key)
    return typeof value === 'function' ? value.bind(of) : value
  }

  const end = async (admin: string, type: (typeof WAYS)[number]) => {
    const by = metaBy({ id: await opened('super-admin'), role: 'super-admin' })
    expect(await elsewhere.accounts.execute(admin, { type }, by)).toMatchObject({ accepted: true })
  }

  test.each(WAYS)('records nothing if %s comes while one of their commands is being decided', async (type) => {
    const [admin, bettor] = [await opened('admin'), await opened('user')]
    const refusal = { code: type === 'BlockUser' ? 'account_blocked' : 'account_closed' }
    const before = await store.readHead(`account-${bettor}`)
    const late = overtaken(`account-${bettor}`, () => end(admin, type))
    const by = metaBy({ id: admin, role: 'admin' })
    expect(await late.accounts.execute(bettor, { type: 'BlockUser' }, by)).toMatchObject({ accepted: false, refusal })
    expect(await store.readHead(`account-${bettor}`)).toEqual(before)
    // refused even if nothing would be left to do
    const again = metaBy({ id: admin, role: 'admin' })
    expect(await late.accounts.execute(bettor, { type: 'UnblockUser' }, again)).toMatchObject({ refusal })
    const hidden = { type: 'BlacklistLeague', league: randomId() } as const
    expect(await late.offer.execute(OFFER, hidden, again)).toMatchObject({ refusal })
  })

  test('whose stream moves on for another reason still acts', async () => {
    const [admin, bettor] = [await opened('admin'), await opened('user')]
    const payOut = { type: 'Deposit', transfer: randomId(), to: bettor, amountCents: 1, purpose: 'deposit' } as const
    const meanwhile = () => elsewhere.accounts.execute(admin, payOut, metaBy({ id: admin, role: 'admin' }))
    const late = overtaken(`account-${bettor}`, meanwhile)
    const outcome = await late.accounts.execute(bettor, { type: 'BlockUser' }, metaBy({ id: admin, role: 'admin' }))
    expect(outcome).toMatchObject({ accepted: true, events: [{ type: 'AccountBlocked' }] })
  })

  test('gets again the answer to a command that was recorded before', async () => {
    const [admin, bettor] = [await opened('admin'), await opened('user')]
    const by = metaBy({ id: admin, role: 'admin' })
    // this process has the stream as it was before
    const behind = createCommands({ store })
    await behind.accounts.read(bettor)
    const first = await elsewhere.accounts.execute(bettor, { type: 'BlockUser' }, by)
    await end(admin, 'BlockUser')
    for (const { accounts } of [behind, elsewhere]) {
      expect(await accounts.execute(bettor, { type: 'BlockUser' }, by)).toEqual({ ...first, repeated: true })
    }
  })
})
