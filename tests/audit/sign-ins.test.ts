// Sign-ins and their ends in rows and ledger: whatever crashes leave, the auditor finds nothing wrong, and the sweep
// completes it.

import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordOf } from '#domain/account/state.ts'
import { commitment } from '#services/accounts/commitments.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import { createPasswords } from '#services/accounts/passwords/passwords.ts'
import { createRegistrations } from '#services/accounts/registration/registration.ts'
import { createSessions, PasswordReplaced, type Sessions } from '#services/accounts/sessions/sessions.ts'
import { createSignIns } from '#services/accounts/sign-ins/sign-ins.ts'
import { noDraws } from '#services/accounts/testing/no-draws.ts'
import { readSchemas } from '#services/auditor/events/schemas.ts'
import { Findings } from '#services/auditor/findings/findings.ts'
import { checkSessions, readSessions } from '#services/auditor/identity/sessions.ts'
import { Replay } from '#services/auditor/replay/replay.ts'
import { Spill } from '#services/auditor/spill/spill.ts'
import { hashCommand, randomId } from '#services/commands/command-id.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { createSessionLocks, type SessionLocks } from '#services/platform/database/session-locks.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const FORGED_SALT = Buffer.alloc(32, 7)
const OTHER_SALT = Buffer.alloc(32, 8)
const HOME = { ip: '192.0.2.7', userAgent: 'Test/1' }

let database: TestDatabase
let store: PostgresLog
let pool: pg.Pool
let client: pg.Client
let locks: SessionLocks
let commands: Commands
let sessions: Sessions
let people = 0

beforeAll(async () => {
  database = await createTestDatabase()
  store = await PostgresLog.open({ url: database.url })
  pool = openPool(database.url, { max: 4 })
  locks = createSessionLocks(database.url, 'locks')
  client = new pg.Client(database.url)
  await client.connect()
  commands = createCommands({ store })
  sessions = createSessions({ pool })
  // after the first recorded sign-in, every session must have one
  const first = await aPerson()
  await signInsWith('none').record(await begun(first))
})
afterAll(async () => {
  sessions.close()
  await client.end()
  await locks.close()
  await pool.end()
  await store.close()
  await database.drop()
})

const passwords = createPasswords()

/** A bettor who is not signed in; returns the account's id. */
async function aPerson(): Promise<string> {
  const businessNow = () => new Date()
  const registrations = createRegistrations({
    pool,
    locks,
    accounts: commands.accounts,
    passwords,
    treasury: noDraws,
    businessNow,
  })
  const outcome = await registrations.register({
    ...{ command: randomId(), name: parseUserName(`Person.${++people}`)!, password: 'harbour tide', role: 'user' },
    ...{ openedBy: 'sign-up', ageAttested: true, actor: { id: 'sign-up', role: 'system' }, session: null },
    ...{ correlation: randomId(), reason: null, amountCents: 0, fundedBy: null, draft: null },
  })
  if (!outcome.accepted) throw new Error('nobody was registered')
  return outcome.accountId
}

type Cut = 'none' | 'before' | 'after'

/** With a power cut before or after the ledger has it. */
function signInsWith(cut: Cut, onError: (error: unknown) => void = () => {}) {
  const recorder: Commands['sessions'] = {
    ...commands.sessions,
    async execute(...command) {
      if (cut === 'before') throw new Error('power cut')
      const outcome = await commands.sessions.execute(...command)
      if (cut === 'after') throw new Error('power cut')
      return outcome
    },
  }
  const deps = { pool, accounts: commands.accounts, recorder, sessions, businessNow: () => new Date(), log: onError }
  return createSignIns(deps)
}

/** Password and second factor were right. */
async function begun(accountId: string, secondFactor = false) {
  const { rows } = await pool.query<{ hash: string }>(
    'select password_hash as hash from app.identity where account_id = $1',
    [accountId],
  )
  const { commitment, token } = await sessions.open(accountId, HOME, rows[0]!.hash, { secondFactor })
  return { accountId, role: 'user', session: commitment, secondFactor, token } as const
}

/** Somebody in a session that the ledger has. */
async function inSession(accountId: string) {
  const signedIn = await begun(accountId)
  await signInsWith('none').record(signedIn)
  return { signedIn, asked: { actor: { id: accountId, role: 'user' } as const, session: signedIn.session } }
}

/** What the log has about an account's sessions. */
async function recorded(accountId: string) {
  const events: { type: string; by: string; session: string }[] = []
  for await (const { body } of store.readStream(`session-${accountId}`)) {
    const { type, data, meta } = JSON.parse(body)
    events.push({ type, by: meta.actor.role, session: data.session })
  }
  return events
}

type Forged = readonly [sql: string, values: unknown[]]

/**
 * What `ledger verify` finds about sessions, after a change of rows that is undone. `doneBefore`: before this time,
 * nothing was in progress.
 */
async function audited(forged: Forged | null = null, doneBefore = ''): Promise<string[]> {
  const findings = new Findings()
  await client.query('begin')
  if (forged !== null) await client.query(...(forged as [string, unknown[]]))
  const stored = await readSessions(client, findings, new Spill())
  const replay = new Replay(readSchemas(), findings, { sessions: stored })
  let number = 0
  for await (const page of store.readAll(null)) {
    for (const event of page) replay.add({ ...event, number: number++, storedAt: null })
  }
  checkSessions(stored, replay.state, findings, { newerThan: null, doneBefore })
  await client.query('rollback')
  return findings.sorted().map(({ code, subject, actual }) => `${code} ${subject} ${actual}`)
}

const meta = () => ({
  ...{
    actor: { id: 'setup', role: 'system' } as const,
    session: null,
    command: { id: randomId(), hash: hashCommand('x') },
  },
  ...{ correlation: randomId(), causation: null, at: new Date().toISOString(), reason: null },
})

test.each<[Cut, string]>([
  ['none', 'user'],
  ['before', 'system'],
  ['after', 'user'],
])('a sign-in that was cut off: %s', async (cut, by) => {
  const id = await aPerson()
  const signedIn = await begun(id)
  const attempt = signInsWith(cut).record(signedIn)
  if (cut === 'none') await attempt
  else await expect(attempt).rejects.toThrow('power cut')
  expect(await audited()).toEqual([])
  await signInsWith('none').finishInterrupted(0)
  expect(await recorded(id)).toEqual([{ type: 'SignedIn', by, session: signedIn.session }])
  const { rows } = await pool.query('select recording_since from app.session_address where account_id = $1', [id])
  expect(rows).toEqual([{ recording_since: null }])
  expect(await sessions.find(signedIn.token)).not.toBeNull()
  expect(await audited()).toEqual([])
})

/** Long after all of this. */
const MUCH_LATER = '9999-01-01T00:00:00.000Z'

test('a sign-in cannot be in progress for ever', async () => {
  const id = await aPerson()
  const { session } = await begun(id)
  const found = () => audited(null, MUCH_LATER).then((all) => all.filter((one) => one.includes(session)))
  expect(await found()).toEqual([`session_unrecorded session ${session} none`])
  await signInsWith('none').finishInterrupted(0)
  expect(await found()).toEqual([])
})

test('nor can the end of a session', async () => {
  const id = await aPerson()
  const { session, ...signedIn } = await begun(id)
  await signInsWith('none').record({ session, ...signedIn })
  await signInsWith('none').signOut({ accountId: id, role: 'user', commitment: session }, { id: session })
  const again: Forged = [
    `insert into app.session (token_hash, account_id, ip, user_agent, salt, commitment, second_factor, expires_at)
     select sha256('another token'), account_id, ip, user_agent, salt, commitment, second_factor, now() + interval '1 day'
       from app.session_address where commitment = $1`,
    [session],
  ]
  const found = (doneBefore: string) =>
    audited(again, doneBefore).then((all) => all.filter((one) => one.includes(session)))
  expect(await found('')).toEqual([])
  expect(await found(MUCH_LATER)).toEqual([`session_mismatch session ${session} signed in`])
})

test('a missing session is not excused by what the database says about its installation', async () => {
  const id = await aPerson()
  const signedIn = await begun(id)
  await signInsWith('none').record(signedIn)
  const gone: Forged = [
    'with ended as (delete from app.session where commitment = $1) delete from app.session_address where commitment = $1',
    [signedIn.session],
  ]
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const installed = (at: string) =>
    owner.query('update log.migration set applied_at = $1 where name like $2', [at, '032-%'])
  try {
    await installed('2099-01-01')
    expect(await audited(gone)).toContainEqual(expect.stringMatching(/^session_gone /))
  } finally {
    await installed('2026-01-01')
    await owner.end()
  }
  expect(await audited()).toEqual([])
})

test('a session of nobody is found, but not one of somebody who is just signing up', async () => {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  const [nobody, joining] = [randomId(), randomId()]
  const constraint = 'session_address_account_id_fkey'
  try {
    await owner.query(`alter table app.session_address drop constraint ${constraint}`)
    await owner.query(
      `insert into app.identity
         (account_id, username, username_normal, username_salt, password_hash, password_salt, status, registration)
       select $1, 'Joining', 'joining', username_salt, password_hash, password_salt, 'pending', '{}' from app.identity limit 1`,
      [joining],
    )
    for (const [account, salt] of [[nobody, FORGED_SALT] as const, [joining, OTHER_SALT] as const]) {
      await owner.query(
        `insert into app.session_address (commitment, account_id, ip, user_agent, salt, since)
         values ($1, $2, $3, $4, $5, now() - interval '60 days')`,
        [commitment(salt, HOME), account, HOME.ip, HOME.userAgent, salt],
      )
    }
    expect(await audited()).toEqual([`session_unrecorded session ${commitment(FORGED_SALT, HOME)} none`])
  } finally {
    await owner.query('delete from app.session_address where account_id = any ($1)', [[nobody, joining]])
    await owner.query('delete from app.identity where account_id = $1', [joining])
    await owner.query(
      `alter table app.session_address add constraint ${constraint} foreign key (account_id)
         references app.identity (account_id) on delete cascade`,
    )
    await owner.end()
  }
  expect(await audited()).toEqual([])
})

test('somebody who was signed out everywhere at that moment gets no token, and the ledger has the end', async () => {
  const id = await aPerson()
  const { token: _, ...signedIn } = await begun(id)
  await sessions.endAll(id)
  await expect(signInsWith('none').record(signedIn)).rejects.toThrow(PasswordReplaced)
  expect((await recorded(id)).map(({ type }) => type)).toEqual(['SignedIn', 'SignedOut'])
  expect(await audited()).toEqual([])
})

test('the sweep lets in nobody who would have been refused', async () => {
  const id = await aPerson()
  const { asked } = await inSession(id)
  const own = { ...meta(), ...asked }
  const left = await begun(id)
  const enable = { type: 'EnableSecondFactor', factor: hashCommand(id), recoveryCodes: hashCommand([id]) } as const
  expect(await commands.accounts.execute(id, enable, own)).toMatchObject({ accepted: true })
  await signInsWith('none').finishInterrupted(0)
  expect(await recorded(id)).toEqual([{ type: 'SignedIn', by: 'user', session: own.session }])
  expect(await sessions.find(left.token)).toBeNull()
  expect(await audited()).toEqual([])
})

test.each<[Cut, string]>([
  ['none', 'user'],
  ['before', 'system'],
  ['after', 'user'],
])('a sign-out opens nothing any more, and is recorded once: %s', async (cut, by) => {
  const id = await aPerson()
  const [one, two] = [await begun(id), await begun(id)]
  for (const each of [one, two]) await signInsWith('none').record(each)
  const failures: unknown[] = []
  const owner = { accountId: id, role: 'user', commitment: two.session } as const
  expect(await signInsWith(cut, (error) => failures.push(error)).signOut(owner, { id: one.session })).toBe(1)
  expect(failures).toHaveLength(cut === 'none' ? 0 : 1)
  expect([await sessions.find(one.token), (await sessions.find(two.token))?.accountId]).toEqual([null, id])
  expect(await audited()).toEqual([])
  await signInsWith('none').finishInterrupted(0)
  const ends = (await recorded(id)).filter(({ type }) => type === 'SignedOut')
  expect(ends).toEqual([{ type: 'SignedOut', by, session: one.session }])
  expect(await audited()).toEqual([])
})

test('whatever is interrupted in whatever order, nothing is found, and the sweep completes it', async () => {
  const cut = fc.constantFrom<Cut>('none', 'before', 'after')
  const step = fc.record({
    what: fc.constantFrom('in', 'in', 'out', 'others', 'password', 'sweep'),
    cut,
    which: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const id = await aPerson()
      const all: Awaited<ReturnType<typeof begun>>[] = []
      for (const { what, cut, which } of steps) {
        const service = signInsWith(cut)
        // nobody has the token of a sign-in that is not in the ledger
        const begins = new Set((await recorded(id)).map(({ session }) => session))
        const given = all.filter(({ session }) => begins.has(session))
        const one = given[which % given.length]
        if (what === 'in') {
          all.push(await begun(id))
          await service.record(all.at(-1)!).catch(() => {})
        } else if (what === 'sweep') await signInsWith('none').finishInterrupted(0)
        else if (what === 'password') {
          const { signedIn, asked } = await inSession(id)
          all.push(signedIn)
          const own = { ...meta(), ...asked }
          const replaces = passwordOf(await commands.accounts.read(id))
          const change = { type: 'ChangePassword', password: hashCommand(randomId()), replaces } as const
          expect(await commands.accounts.execute(id, change, own)).toMatchObject({ accepted: true })
          await sessions.endAll(id)
        } else if (one !== undefined) {
          const owner = { accountId: id, role: 'user', commitment: one.session } as const
          await service.signOut(owner, what === 'out' ? { id: one.session } : { otherThan: one.session })
        }
        expect(await audited()).toEqual([])
      }
      await signInsWith('none').finishInterrupted(0)
      expect(await audited()).toEqual([])
      const begins = (await recorded(id)).filter(({ type }) => type === 'SignedIn').map(({ session }) => session)
      expect(begins.toSorted()).toEqual(all.map(({ session }) => session).toSorted())
      const { rows } = await pool.query(
        `select from app.session_address where account_id = $1 and recording_since is not null
         union all select from app.session where account_id = $1 and ending_since is not null`,
        [id],
      )
      expect(rows).toEqual([])
    }),
    { numRuns: 6 },
  )
})

test.each<[string, (session: string, other: string) => Forged, string]>([
  [
    'moved to another account',
    (session, other) => [`update app.session set account_id = $2 where commitment = $1`, [session, other]],
    'session_mismatch',
  ],
  ['gone without an end', (session) => ['delete from app.session where commitment = $1', [session]], 'session_gone'],
  [
    'gone from where it began',
    (session) => ['delete from app.session_address where commitment = $1', [session]],
    'session_gone',
  ],
  [
    'with a factor that was not given',
    (session) => ['update app.session set second_factor = true where commitment = $1', [session]],
    'factor_unfounded',
  ],
  [
    'that nobody signed in to',
    (session) => [
      `insert into app.session (token_hash, account_id, ip, user_agent, salt, commitment, expires_at, created_at)
       select $2, account_id, ip, user_agent, $3, $4, expires_at, now() - interval '60 days' from app.session where commitment = $1`,
      [session, Buffer.from('token'), FORGED_SALT, commitment(FORGED_SALT, HOME)],
    ],
    'session_unrecorded',
  ],
])('a session %s is found', async (_, change, code) => {
  const [id, other] = [await aPerson(), await aPerson()]
  const signedIn = await begun(id)
  await signInsWith('none').record(signedIn)
  const found = await audited(change(signedIn.session, other))
  expect(found.map((one) => one.split(' ')[0])).toEqual([code])
  expect(await audited()).toEqual([])
})
