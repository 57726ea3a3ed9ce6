// Failed sign-ins in rows and ledger: whatever crashes leave, each hour is in the ledger once, and the auditor finds
// nothing wrong.
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseUserName } from '#services/accounts/names/names.ts'
import { createPasswords } from '#services/accounts/passwords/passwords.ts'
import { createRegistrations } from '#services/accounts/registration/registration.ts'
import { createFailureCount, createFailureSweep } from '#services/accounts/sign-ins/failed-sign-ins.ts'
import type { Failure } from '#services/accounts/sign-ins/failure-rows.ts'
import { noDraws } from '#services/accounts/testing/no-draws.ts'
import { randomId } from '#services/commands/command-id.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { createSessionLocks } from '#services/platform/database/session-locks.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { audit, rewrite } from './rewritten.ts'

const HOUR_MS = 3_600_000
const HOURS = 5
const RUNS = 6
/** The first of several hours that are over; the accounts are older. */
const FIRST = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 20 * HOUR_MS
const begin = (hour: number) => new Date(FIRST + hour * HOUR_MS).toISOString()

let database: TestDatabase
let store: PostgresLog
let pool: pg.Pool
let commands: Commands
let people: Person[]

beforeAll(async () => {
  database = await createTestDatabase()
  store = await PostgresLog.open({ url: database.url })
  pool = openPool(database.url, { max: 4 })
  commands = createCommands({ store })
  people = await register(2 * (RUNS + 4))
})
afterAll(async () => {
  await pool.end()
  await store.close()
  await database.drop()
})

type Person = { readonly account: string; readonly name: string }

/** Opens bettors' accounts before the first hour, and before anything else is recorded. */
async function register(count: number): Promise<Person[]> {
  const { accounts } = createCommands({ store, systemNow: () => new Date(FIRST) })
  const businessNow = () => new Date(FIRST)
  // nobody signs in with it
  const passwords = { ...createPasswords(), hash: async () => 'the hash of a password' }
  const locks = createSessionLocks(database.url, 'locks')
  const registrations = createRegistrations({ pool, locks, accounts, passwords, treasury: noDraws, businessNow })
  const people: Person[] = []
  for (let number = 0; number < count; number++) {
    const name = `Straẞe.${number}`
    const outcome = await registrations.register({
      ...{ command: randomId(), name: parseUserName(name)!, password: 'harbour tide', role: 'user' },
      ...{ openedBy: 'sign-up', ageAttested: true, actor: { id: 'sign-up', role: 'system' }, session: null },
      ...{ correlation: randomId(), reason: null, amountCents: 0, fundedBy: null, draft: null },
    })
    if (!outcome.accepted) throw new Error('nobody was registered')
    people.push({ account: outcome.accountId, name })
  }
  await locks.close()
  return people
}

/** Two of whom nothing is recorded yet. */
function two(): [Person, Person] {
  const [one, other] = people.splice(0, 2)
  if (one === undefined || other === undefined) throw new Error('too few people were registered')
  return [one, other]
}

type Cut = 'none' | 'before' | 'after'

/** The sweep of a worker, with a power cut before or after the ledger has an hour. */
function sweepWith(cut: Cut, accountsPerHour?: number) {
  const recorder: Commands['sessions'] = {
    ...commands.sessions,
    async execute(...command) {
      if (cut === 'before') throw new Error('power cut')
      const outcome = await commands.sessions.execute(...command)
      if (cut === 'after') throw new Error('power cut')
      return outcome
    },
  }
  return createFailureSweep({ pool, recorder, businessNow: () => new Date() }, accountsPerHour)
}

type Hour = { readonly hour: string; readonly passwords?: number; readonly codes?: number; readonly refused?: number }

const keep = ({ hour, passwords = 0, codes = 0, refused = 0 }: Hour, account: string) =>
  pool.query(`insert into app.failed_sign_in values ($1, $2, $3, $4, $5, '{x}')`, [
    ...[account, hour, passwords, codes, refused],
  ])

/** The failures of an account that are in the log. */
async function recorded(account: string): Promise<unknown[]> {
  const hours: unknown[] = []
  for await (const { body } of store.readStream(`session-${account}`)) hours.push(decodeBody(body).data)
  return hours
}

async function findings() {
  const events: StoredEvent[] = []
  for await (const page of store.readAll(null)) events.push(...page)
  return audit(rewrite(events)).sorted()
}

test('law: each hour that is over is recorded once, in order, wherever the sweep is interrupted', async () => {
  const count = fc.integer({ min: 0, max: 3 })
  const hour = fc.record({ who: fc.nat(1), at: fc.nat(HOURS - 1), passwords: count, codes: count, refused: count })
  const hours = fc.uniqueArray(hour, { minLength: 1, maxLength: 6, selector: ({ who, at }) => `${who} ${at}` })
  const cuts = fc.array(fc.constantFrom<Cut>('none', 'before', 'after'), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(hours, cuts, async (failed, cut) => {
      const pair = two()
      for (const { who, at, ...counts } of failed) await keep({ hour: begin(at), ...counts }, pair[who]!.account)
      for (const one of cut) await sweepWith(one)().catch(() => undefined)
      // two workers at the same time, until nothing is left to do
      for (let round = 0; round < HOURS; round++) await Promise.all([sweepWith('none')(), sweepWith('none')()])
      for (const [who, { account }] of pair.entries()) {
        const due = failed
          .filter((one) => one.who === who && one.passwords + one.codes > 0)
          .sort((a, b) => a.at - b.at)
          .map(({ at, passwords, codes, refused }) => ({
            hour: begin(at),
            ...(passwords > 0 && { passwords }),
            ...(codes > 0 && { codes }),
            ...(refused > 0 && { refused }),
            networks: 1,
          }))
        expect(await recorded(account)).toEqual(due)
      }
      expect((await pool.query('select from app.failed_sign_in')).rowCount).toBe(0)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(await findings()).toEqual([])
})

test('an hour that was recorded is not recorded again, even if its command has been forgotten', async () => {
  const [{ account }] = two()
  await keep({ hour: begin(1), passwords: 3 }, account)
  await sweepWith('none')()
  await keep({ hour: begin(1), passwords: 7 }, account)
  await keep({ hour: begin(2), passwords: 1 }, account)
  await sweepWith('none')()
  await sweepWith('none')()
  await keep({ hour: begin(0), passwords: 7 }, account)
  await sweepWith('none')()
  expect(await recorded(account)).toMatchObject([{ hour: begin(1), passwords: 3 }, { hour: begin(2) }])
  expect((await pool.query('select from app.failed_sign_in')).rowCount).toBe(0)
})

test('per hour, only a limited number of accounts is recorded, those with the most failures', async () => {
  const [some, most] = two().map(({ account }) => account) as [string, string]
  await keep({ hour: begin(0), passwords: 2 }, some)
  await keep({ hour: begin(0), passwords: 1, codes: 2 }, most)
  await keep({ hour: begin(1), passwords: 1 }, some)
  for (let round = 0; round < 2; round++) await sweepWith('none', 1)()
  expect(await recorded(most)).toMatchObject([{ hour: begin(0) }])
  expect(await recorded(some)).toMatchObject([{ hour: begin(1) }])
})

test('the current hour is left alone', async () => {
  const [{ account }] = two()
  await pool.query(`insert into app.failed_sign_in values ($1, date_trunc('hour', now()), 1, 0, 0, '{x}')`, [account])
  await sweepWith('none')()
  expect(await recorded(account)).toEqual([])
  await pool.query('delete from app.failed_sign_in')
})

test('failures are summed by account, for the holder of the name, in whatever form it is stored', async () => {
  const [one, other] = two()
  const [account, older] = [one.account, other.account]
  const [name, olderName] = [one.name.toUpperCase(), other.name].map((typed) => parseUserName(typed)!)
  // as names were stored before folding was complete
  await pool.query('update app.identity set username_normal = $2 where account_id = $1', [
    older,
    olderName!.legacyNormal,
  ])
  const failures = createFailureCount(pool, (error) => {
    throw error
  })
  const add = (kind: Failure['kind'], as: Failure['as'], network: string) =>
    failures.add({ kind, as, network: Buffer.from(network) })
  for (const network of ['a', 'b', 'b']) add('password', name!, network)
  add('password', parseUserName('nobody')!, 'a')
  await failures.settled()
  add('refused', name!, 'b')
  add('code', { accountId: account }, 'a')
  add('password', olderName!, 'a')
  for (let n = 0; n < 250; n++) add('code', { accountId: older }, `n${n}`)
  await failures.settled()
  // a new hour may have begun in between
  const { rows } = await pool.query(
    `select account_id as account, sum(passwords)::integer as passwords, sum(codes)::integer as codes,
       sum(refused)::integer as refused, max(cardinality(networks)) as networks
     from app.failed_sign_in group by account_id order by account_id = $1 desc`,
    [account],
  )
  expect(rows).toEqual([
    { account, passwords: 3, codes: 1, refused: 1, networks: 2 },
    { account: older, passwords: 1, codes: 250, refused: 0, networks: 100 },
  ])
})
