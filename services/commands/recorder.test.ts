// The guarantees of the recorder, on a well-behaved store and on a difficult one, with the recorders of two processes.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AccountEvent } from '#domain/account/events.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { LedgerCheck, type LedgerEvent } from '#domain/testing/invariants/invariants.ts'
import { ADMIN, admin, at, commitment, legOf, metaOf, placeBet } from '#domain/testing/samples.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { createTestDatabase, type TestDatabase, waitingForLocks } from '#tests/database.ts'
import { commandId, hashCommand } from './command-id.ts'
import { type Commands, createCommands } from './commands.ts'
import { type Outcome, Superseded } from './outcome.ts'

/** An id that follows from the name. */
const id = (name: string) => commandId('test', name)

const INSUFFICIENT = 'Insufficient funds. Please deposit more funds to place this bet.'

const metaFor = (actor: CommandMeta['actor'], key: string, asked: unknown): CommandMeta => ({
  ...metaOf({ actor }),
  command: { id: commandId(actor.id, key), hash: hashCommand(asked) },
  at: at(0),
})

/** A bettor with that much money, opened by an admin as the product does it. */
async function funded(commands: Commands, bettor: string, amountCents: number): Promise<void> {
  const by = (key: string) => metaFor(admin.actor, `${bettor}-${key}`, key)
  const transfer = id(`first deposit of ${bettor}`)
  const purpose = 'create-user'
  const setup = metaFor({ id: 'setup', role: 'system' }, 'first admin', null)
  const opening = { username: commitment('name'), password: commitment('password') }
  await commands.accounts.execute(
    ADMIN,
    { type: 'CreateAdmin', role: 'admin', ...opening, openedBy: 'setup', floatCents: 100_000_000 },
    setup,
  )
  await commands.accounts.execute(ADMIN, { type: 'Deposit', transfer, to: bettor, amountCents, purpose }, by('send'))
  const receive = { transfer, sender: ADMIN, amountCents, purpose } as const
  const opened = await commands.accounts.execute(
    bettor,
    {
      type: 'OpenAccount',
      role: 'user',
      ...opening,
      openedBy: ADMIN,
      ageAttested: true,
      welcomeGrantCents: 0,
      receive,
    },
    by('open'),
  )
  expect(opened).toMatchObject({ accepted: true, balanceCents: amountCents })
}

function bet(commands: Commands, bettor: string, key: string, stakeCents: number): Promise<Outcome<AccountEvent>> {
  const meta = metaFor({ id: bettor, role: 'user' }, key, { stakeCents })
  return commands.accounts.execute(bettor, placeBet({ bet: meta.command.id, stakeCents, legs: [legOf()] }), meta)
}

/** Checks the invariants over the whole log; returns the ids of the bets placed by `bettor`. */
async function betsOf(store: EventStore, bettor: string): Promise<string[]> {
  const check = new LedgerCheck()
  const bets: string[] = []
  for await (const page of store.readAll(null)) {
    for (const { body } of page) {
      const event = decodeBody(body)
      check.fold(event as unknown as LedgerEvent)
      if (event.stream === `account-${bettor}` && event.type === 'BetPlaced')
        bets.push((event.data as { bet: string }).bet)
    }
  }
  expect(check.breaches).toEqual([])
  return bets
}

type Stores = { one: EventStore; other: EventStore; memory: MemoryLog | null; close(): Promise<void> }
const kinds: Record<string, () => Promise<Stores>> = {
  'in memory': async () => {
    const one = await MemoryLog.open()
    const other = await MemoryLog.open({ server: one.server })
    return { one, other, memory: one, close: async () => void (await Promise.all([one.close(), other.close()])) }
  },
  'on Postgres': async () => {
    const [one, other] = await Promise.all([
      PostgresLog.open({ url: database.url }),
      PostgresLog.open({ url: database.url }),
    ])
    return { one, other, memory: null, close: async () => void (await Promise.all([one.close(), other.close()])) }
  },
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe.each(Object.entries(kinds))('the recorder %s', (_name, open) => {
  let stores: Stores
  let here: Commands
  let there: Commands
  beforeAll(async () => {
    stores = await open()
    here = createCommands({ store: stores.one })
    // never in the same millisecond as `here`, so that their writes can be told apart
    there = createCommands({ store: stores.other, systemNow: () => new Date(Date.now() + 60_000) })
  })
  afterAll(() => stores.close())

  const newBettor = () => id(randomUUID())

  test('of 200 bets at once for the same last 10 euros one is placed, and the others are told why', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 1_000)
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => bet(n % 2 === 0 ? here : there, bettor, `bet ${n}`, 1_000)),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome.refusal.error]))
    expect(refused).toEqual(Array.from({ length: 199 }, () => INSUFFICIENT))
    expect(await betsOf(stores.one, bettor)).toHaveLength(1)
  })

  test('the same command fifty times at once is carried out once and answered alike', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 10_000)
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => bet(n % 2 === 0 ? here : there, bettor, 'the same', 100)),
    )
    const positions = new Set(outcomes.map((outcome) => (outcome.accepted ? outcome.position : 'refused')))
    expect(positions.size).toBe(1)
    expect(outcomes.filter((outcome) => outcome.accepted && !outcome.repeated)).toHaveLength(1)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ accepted: true, balanceCents: 9_900 })
    expect(await betsOf(stores.one, bettor)).toHaveLength(1)
  })

  test('the same command in the same millisecond of two processes is one append', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 10_000)
    const instant = new Date()
    const [one, other] = await Promise.all(
      [stores.one, stores.other].map((store) =>
        bet(createCommands({ store, systemNow: () => instant }), bettor, 'the same', 100),
      ),
    )
    expect(one).toMatchObject({ accepted: true, balanceCents: 9_900 })
    expect({ ...other, repeated: null }).toEqual({ ...one, repeated: null })
    expect(await betsOf(stores.one, bettor)).toHaveLength(1)
  })

  test('a repeat long afterwards gets the first answer, from any process', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 10_000)
    const first = await bet(here, bettor, 'first', 100)
    await bet(here, bettor, 'second', 200)
    const again = await bet(createCommands({ store: stores.other }), bettor, 'first', 100)
    expect(again).toEqual({ ...first, repeated: true })
  })

  test('the outcome of a command is answered again without the command, even while it is pending', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 1_000)
    const metaWith = (stakeCents: number) => metaFor({ id: bettor, role: 'user' }, 'asked', { stakeCents })
    expect(await there.accounts.answerAgain(bettor, metaWith(100))).toBeNull()
    const placing = bet(here, bettor, 'asked', 100)
    // the command has been sent by then
    await here.accounts.read(ADMIN)
    const early = await here.accounts.answerAgain(bettor, metaWith(100))
    const first = await placing
    expect(early).toEqual({ ...first, repeated: true })
    expect(await there.accounts.answerAgain(bettor, metaWith(100))).toEqual({ ...first, repeated: true })
    expect(await there.accounts.answerAgain(bettor, metaWith(200))).toMatchObject({ refusal: { code: 'key_reused' } })
    expect(await betsOf(stores.one, bettor)).toHaveLength(1)
  })

  test('a key that was used for another command is refused', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 10_000)
    const [one, other] = await Promise.all([bet(here, bettor, 'key', 100), bet(here, bettor, 'key', 200)])
    expect(one).toMatchObject({ accepted: true })
    expect(other).toMatchObject({ accepted: false, refusal: { code: 'key_reused' } })
    expect(await bet(there, bettor, 'key', 300)).toMatchObject({ accepted: false, refusal: { code: 'key_reused' } })
  })

  test('a command made by a head of its own stream is decided on no other head', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 1_000)
    const seen = await here.accounts.view(bettor, (_state, head) => head)
    const betOn = (commands: Commands, key: string) => {
      const meta = metaFor({ id: bettor, role: 'user' }, key, key)
      const command = placeBet({ bet: meta.command.id, stakeCents: 100, legs: [legOf()] })
      return commands.accounts.execute(bettor, command, meta, { seen })
    }
    // two processes at once: the stream has one event after that head
    const both = await Promise.allSettled([betOn(here, 'one'), betOn(there, 'other')])
    const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost).toEqual([expect.any(Superseded)])
    expect(await betsOf(stores.one, bettor)).toHaveLength(1)
    const again = await Promise.allSettled([betOn(here, 'one'), betOn(there, 'other')])
    expect(again.map(({ status }) => status)).toEqual(both.map(({ status }) => status))
    // the same within one process, while the first is still pending
    const now = await here.accounts.view(bettor, (_state, head) => head)
    const meta = (key: string) => metaFor({ id: bettor, role: 'user' }, key, key)
    const after = await Promise.allSettled(
      ['third', 'fourth'].map((key) => {
        const command = placeBet({ bet: meta(key).command.id, stakeCents: 100, legs: [legOf()] })
        return here.accounts.execute(bettor, command, meta(key), { seen: now })
      }),
    )
    expect(after.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await betsOf(stores.one, bettor)).toHaveLength(2)
  })

  test('nothing is refused because of an outdated state: money that another process booked counts', async () => {
    const bettor = newBettor()
    await funded(here, bettor, 100)
    expect(await bet(here, bettor, 'too much', 500)).toMatchObject({ refusal: { code: 'insufficient_funds' } })
    const transfer = id(`more for ${bettor}`)
    const deposit = { amountCents: 1_000, purpose: 'deposit' } as const
    await there.accounts.execute(
      ADMIN,
      { type: 'Deposit', transfer, to: bettor, ...deposit },
      metaFor(admin.actor, transfer, 'more'),
    )
    await there.accounts.execute(
      bettor,
      { type: 'ReceiveTransfer', transfer, sender: ADMIN, into: 'wallet', ...deposit },
      metaFor(admin.actor, `${transfer} arrives`, 'more'),
    )
    expect(await bet(here, bettor, 'now enough', 500)).toMatchObject({ accepted: true, balanceCents: 600 })
  })

  test('bets of two processes at once never overdraw, and every accepted one is in the log once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000 }),
        fc.array(fc.record({ stake: fc.integer({ min: 10, max: 900 }), far: fc.boolean(), twice: fc.boolean() }), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.record({ loseAnswers: fc.nat(2), loseAppends: fc.nat(2) }),
        async (wallet, asked, faults) => {
          const bettor = newBettor()
          await funded(here, bettor, wallet)
          if (stores.memory) Object.assign(stores.memory.server.faults, faults)
          const outcomes = await Promise.all(
            asked.flatMap(({ stake, far, twice }, n) => {
              const once = bet(far ? there : here, bettor, `bet ${n}`, stake)
              return twice ? [once, bet(far ? here : there, bettor, `bet ${n}`, stake)] : [once]
            }),
          )
          const accepted = new Set<string>()
          for (const outcome of outcomes) {
            if (outcome.accepted) accepted.add((outcome.events[0]!.data as { bet: string }).bet)
            else expect(outcome.refusal.code).toBe('insufficient_funds')
          }
          const placed = await betsOf(stores.one, bettor)
          expect(new Set(placed)).toEqual(accepted)
          expect(placed).toHaveLength(accepted.size)
        },
      ),
      { numRuns: 25 },
    )
  })
})

test('events of another process come with the refusal of an append, and no stream is read for them', async () => {
  const store = await PostgresLog.open({ url: database.url })
  const other = await PostgresLog.open({ url: database.url })
  const readStream = vi.spyOn(store, 'readStream')
  try {
    const here = createCommands({ store })
    const there = createCommands({ store: other })
    const bettor = id(randomUUID())
    await funded(here, bettor, 1_000)
    for (const key of ['one', 'two', 'three']) {
      expect(await bet(there, bettor, `${key} there`, 100)).toMatchObject({ accepted: true })
      readStream.mockClear()
      expect(await bet(here, bettor, `${key} here`, 50)).toMatchObject({ accepted: true })
      expect(readStream).not.toHaveBeenCalled()
    }
    expect(await bet(here, bettor, 'last', 1)).toMatchObject({ accepted: false })
    expect(await bet(here, bettor, 'all that is left', 550)).toMatchObject({ accepted: true, balanceCents: 0 })
    // the first answer to what another process recorded, too
    expect(await bet(here, bettor, 'three there', 100)).toMatchObject({ repeated: true, balanceCents: 600 })
  } finally {
    readStream.mockRestore()
    await Promise.all([store.close(), other.close()])
  }
})

test('an alert says that the store is slow to take bets', async () => {
  const store = await PostgresLog.open({ url: database.url })
  const commands = createCommands({ store })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    const bettor = id(randomUUID())
    await funded(commands, bettor, 1_000)
    const before = await scrape()
    await owner.query('begin; lock table log.events in exclusive mode')
    const placed = bet(commands, bettor, 'slow', 100)
    await expect.poll(() => waitingForLocks(owner, 'log.append')).toBe(1)
    await owner.query('select pg_sleep(0.7); rollback')
    expect(await placed).toMatchObject({ accepted: true })
    expect(raised('BetsSlow', before, await scrape())).toEqual([{}])
  } finally {
    await owner.end()
    await store.close()
  }
})
