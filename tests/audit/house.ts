// A small house on the real services, with every kind of row in every table, for the tests of the auditor.
import { TOTP } from 'otpauth'
import pg from 'pg'
import type { AccountOpened } from '#domain/account/events.ts'
import type { Quote } from '#domain/bet/bet-events.ts'
import { DESK } from '#domain/desk/events.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { OFFER } from '#domain/offer/events.ts'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { startProjector } from '#projections/runner/projector.ts'
import { untilFolded } from '#projections/testing/environment.ts'
import { type Credential, findByAccount } from '#services/accounts/credentials.ts'
import { createEmailChanges } from '#services/accounts/emails/email-changes.ts'
import { parseUserName } from '#services/accounts/names/names.ts'
import { addNote } from '#services/accounts/notes/notes.ts'
import { createPasswordChanges } from '#services/accounts/passwords/password-changes.ts'
import { createPasswords } from '#services/accounts/passwords/passwords.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import { createRegistrations } from '#services/accounts/registration/registration.ts'
import { createRequests } from '#services/accounts/requests/requests.ts'
import { openSealing } from '#services/accounts/second-factor/sealing.ts'
import { createSecondFactors } from '#services/accounts/second-factor/second-factors.ts'
import { draftSession } from '#services/accounts/sessions/session.ts'
import { noDraws } from '#services/accounts/testing/no-draws.ts'
import type { AuditedStore } from '#services/auditor/event-store/log.ts'
import { openConnection } from '#services/auditor/postgres/snapshot.ts'
import type { Report } from '#services/auditor/report/report.ts'
import { verify } from '#services/auditor/verify.ts'
import { commandId, hashCommand, randomId } from '#services/commands/command-id.ts'
import { type Commands, createCommands } from '#services/commands/commands.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { publishOn, sealed } from '#services/odds/testing/published-quotes.ts'
import { ToldMessages } from '#services/odds/testing/told-messages.ts'
import { createSessionLocks, type SessionLocks } from '#services/platform/database/session-locks.ts'
import { CORPUS_START, idOf, playScript } from '../corpus/script.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { committed, insertIdentity, saltOf } from '../identities.ts'

/** A log that provides what an audit needs. */
export type AuditedEventStore = EventStore & AuditedStore

export type House = {
  readonly database: TestDatabase
  readonly logId: string
  /** As the superuser, whom no grant restrains. */
  readonly owner: pg.Client
  /** Of somebody whose password has been changed since. */
  readonly oldCredential: Credential
  /**
   * An audit as if a product were running, so that money may be in transit for a moment. `store`: instead of its own.
   */
  verify(store?: AuditedStore): Promise<Report>
  /** The account with a session asks for something in it. */
  actInSession(): Promise<void>
  /** The money in transit arrives. */
  arrive(): Promise<void>
  /** Days pass, on each of which a bet is settled, so that earlier superseded bets can no longer be settled again. */
  passDays(): Promise<void>
  close(): Promise<void>
}

/** Business time after the script. */
const EVENING = '2026-01-10T20:00:00.000Z'
const NIGHT = '2026-01-10T23:00:00.000Z'
/** In force once a super admin has set it. */
const CHANGED_PAYOUT = 2_000_000

/**
 * The script of the corpus, then people with names and secrets, a session, a reason and money in transit. `elsewhere`:
 * a log outside the database, begun with CORPUS_START and otherwise empty; the caller closes it.
 */
export async function openHouse(elsewhere: AuditedEventStore | null = null): Promise<House> {
  const database = await createTestDatabase()
  const store = elsewhere ?? (await PostgresLog.open({ url: database.url, ...CORPUS_START }))
  const texts = new Set<string>()
  const commit = (text: string): string => {
    texts.add(text)
    return committed(text)
  }
  const told = new ToldMessages()
  await playScript(store, {
    commit,
    priced: (quote, game) => told.quote(quote, game),
    scored: (_, ...said) => told.score(...said),
  })
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  await identifyScript(pool, store, texts)
  const commands = createCommands({ store })
  const locks = createSessionLocks(database.url, 'locks')
  const oldCredential = await bringPeople({ pool, locks }, commands, told)
  await locks.close()
  await told.store(pool)
  await pool.end()
  if (elsewhere === null) {
    await rebuild({ store, url: database.url })
    await store.close()
  } else await foldAsTheProductDoes(store, database.url)
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  // so that neither triggers nor foreign keys restrain the superuser
  await owner.query('set session_replication_role = replica')
  // kept open: a backend that has read the tables before is twice as fast
  const auditor = await openConnection(database.url)
  return {
    database,
    logId: store.logId,
    owner,
    oldCredential,
    verify: (store = elsewhere ?? undefined) => verifyAsIfRunning(database.url, store, auditor),
    actInSession: () => actInSession(database.url, elsewhere),
    arrive: () => arrive(database.url, elsewhere),
    passDays: () => passDays(database.url, oldCredential.accountId),
    async close() {
      await owner.end()
      await auditor.end()
      await database.drop()
    },
  }
}

/** The rows behind what the script committed to: identities, and texts of reasons. */
async function identifyScript(pool: pg.Pool, store: EventStore, texts: ReadonlySet<string>): Promise<void> {
  const named = new Map([...texts].map((text) => [committed(text), text]))
  for await (const page of store.readAll(null)) {
    for (const { body } of page) {
      const { type, stream, data, meta } = decodeBody(body)
      const { reason } = meta as unknown as CommandMeta
      const said = named.get(reason?.text ?? '')
      if (said !== undefined) {
        const row = [reason!.text, saltOf(said), said]
        await pool.query('insert into app.reason_text values ($1, $2, $3) on conflict do nothing', row)
      }
      if (type !== 'AccountOpened') continue
      const { username, password, role, openedBy } = data as AccountOpened
      const [name, secret] = [named.get(username)!, named.get(password)!]
      const account = stream.slice('account-'.length)
      await insertIdentity(pool, { account, name, secret, registration: { role, openedBy } })
    }
  }
}

async function bringPeople(
  { pool, locks }: { pool: pg.Pool; locks: SessionLocks },
  commands: Commands,
  told: ToldMessages,
): Promise<Credential> {
  const { accounts } = commands
  const businessNow = () => new Date(EVENING)
  const passwords = createPasswords()
  const registrations = createRegistrations({ pool, locks, accounts, passwords, treasury: noDraws, businessNow })
  const common = { ageAttested: true, correlation: randomId(), reason: null, amountCents: 0 } as const
  const draft = draftSession({ ip: '127.0.0.1', userAgent: 'Émile "quoted" \\ 1' })
  const signUp = await registrations.register({
    ...common,
    // nobody asked for it
    ageAttested: false,
    command: commandId('sign-up', 'emile'),
    role: 'user',
    openedBy: 'sign-up',
    actor: { id: 'sign-up', role: 'system' },
    session: draft.commitment,
    name: parseUserName('Émile.B')!,
    password: 'correct horse',
    fundedBy: null,
    draft,
  })
  const ada = { id: idOf('ada'), role: 'admin' } as const
  const created = await registrations.register({
    ...common,
    command: commandId(ada.id, 'finn'),
    role: 'user',
    openedBy: ada.id,
    actor: ada,
    session: null,
    reason: await storeReason(pool, 'by-hand', 'Walked in with "cash"'),
    name: parseUserName('finn')!,
    password: 'battery staple',
    fundedBy: { sender: ada.id, amountCents: 12_345 },
    draft: null,
  })
  if (!signUp.accepted || !created.accepted) throw new Error('nobody was registered')
  const finn = { id: created.accountId, role: 'user' } as const
  const changes = createPasswordChanges({ pool, accounts, passwords, businessNow })
  const oldCredential = (await findByAccount(pool, finn.id))!
  const changed = await changes.change({
    credential: oldCredential,
    password: 'staple and battery',
    meta: { actor: finn, session: null, command: { id: randomId() }, correlation: randomId(), reason: null },
    draft: null,
  })
  accepted(changed)
  const email = { actor: finn, session: null, command: { id: randomId() }, correlation: randomId() }
  const emails = createEmailChanges({ pool, locks, accounts, businessNow })
  accepted(await emails.change({ accountId: finn.id, email: 'finn@example.org', meta: email }))
  await setUpFactor(pool, commands, finn)
  const note = { actor: ada, session: null, command: { id: randomId() }, correlation: randomId(), causation: null }
  const said = { accountId: finn.id, text: 'Wants "cash" again', meta: { ...note, at: EVENING, reason: null } }
  accepted(await addNote({ pool, accounts }, said))
  await endRequests(pool, commands, finn)
  await offerSomething(commands)
  await startBetting(commands, created.accountId, told)
  await correctSomething(commands, created.accountId, told)
  await decideDoubts(pool, commands)
  await ruleAtTheDesk(commands)
  const deposit = { transfer: randomId(), to: signUp.accountId, amountCents: 777, purpose: 'deposit' } as const
  accepted(await commands.accounts.execute(ada.id, { type: 'Deposit', ...deposit }, metaOf(ada, deposit, NIGHT)))
  return oldCredential
}

async function setUpFactor(pool: pg.Pool, { accounts }: Commands, owner: CommandMeta['actor']): Promise<void> {
  const sealing = await openSealing(pool)
  const factors = createSecondFactors({ pool, accounts, sealing, systemNow: () => new Date() })
  const { factor, secret } = await factors.begin(owner.id, 'finn')
  const code = new TOTP({ secret }).generate()
  const meta = metaOf(owner, { type: 'enable-second-factor' })
  const { accepted: isSetUp } = await factors.confirm({ accountId: owner.id, factor, code, meta })
  if (!isSetUp) throw new Error('no second factor was set up')
}

/** The bettor sets a play limit. */
async function actInSession(url: string, elsewhere: EventStore | null): Promise<void> {
  const store = elsewhere ?? (await PostgresLog.open({ url }))
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const { rows } = await pool.query<{ id: string; session: string }>(
    'select account_id as id, commitment as session from app.session',
  )
  await pool.end()
  const { accounts } = createCommands({ store })
  const [{ id, session }] = rows as [(typeof rows)[0]]
  const limit = { type: 'SetPlayLimit', kind: 'stake', period: 'month', amountCents: 100_000 } as const
  accepted(await accounts.execute(id, limit, { ...metaOf({ id, role: 'user' }, limit, NIGHT), session }))
  if (elsewhere !== null) return foldAsTheProductDoes(store, url)
  await rebuild({ store, url })
  await store.close()
}

/** One request is declined, one withdrawn. */
async function endRequests(pool: pg.Pool, { accounts }: Commands, asker: CommandMeta['actor']): Promise<void> {
  const requests = createRequests({ pool, accounts, businessNow: () => new Date(EVENING) })
  const ask = async (amountCents: number) => {
    const outcome = await requests.file(asker.id, randomId(), { kind: 'pay-out', amountCents, note: 'To "my" bank' })
    if (!outcome.accepted) throw new Error(outcome.fault)
    return outcome.value.id
  }
  const [first, second] = [await ask(1_000), await ask(2_000)]
  const reason = await storeReason(pool, 'by-admin', 'Not "today"')
  const ada = { id: idOf('ada'), role: 'admin' } as const
  accepted((await requests.end(first, 'declined', { ...metaOf(ada, first), reason }))!)
  accepted((await requests.end(second, 'withdrawn', metaOf(asker, second)))!)
}

async function arrive(url: string, elsewhere: EventStore | null): Promise<void> {
  const store = elsewhere ?? (await PostgresLog.open({ url }))
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const { rows } = await pool.query<{ transfer: string; sender: string; receiver: string; amount: string }>(
    'select transfer_id as transfer, sender, receiver, amount_cents as amount from app.transfer',
  )
  await pool.end()
  const { accounts } = createCommands({ store })
  for (const { transfer, sender, receiver, amount } of rows) {
    const sent = { transfer, sender, amountCents: Number(amount), into: 'wallet', purpose: 'deposit' } as const
    const command = { type: 'ReceiveTransfer', ...sent } as const
    accepted(await accounts.execute(receiver, command, metaOf({ id: 'transfers', role: 'system' }, command, NIGHT)))
  }
  if (elsewhere !== null) return foldAsTheProductDoes(store, url)
  await rebuild({ store, url })
  await store.close()
}

/** Enough for an auditor that keeps only some days to have forgotten what was settled on the first. */
const DAYS = 7

async function passDays(url: string, bettor: string): Promise<void> {
  const store = await PostgresLog.open({ url })
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const commands = createCommands({ store })
  const told = new ToldMessages()
  const configuration = await commands.desk.view(DESK, (_, head) => head.hash!)
  const days: { at: string; game: string; bet: string }[] = []
  for (let day = 0; day < DAYS; day++) {
    const game = `day ${day}`
    const at = new Date(Date.parse(NIGHT) + day * 25 * 3_600_000).toISOString()
    days.push({ at, game, bet: await placeOn(commands, bettor, [game], 20, told, { configuration }) })
  }
  for (const { at, game, bet } of days) {
    await decideAndSettle(commands, { game, bettor, bet, at }, { type: 'RecordResult', ...resultOf(1, 0) })
  }
  await told.store(pool)
  await pool.end()
  await rebuild({ store, url })
  await store.close()
}

/** With the product's projector, until all are folded. */
export async function foldAsTheProductDoes(store: EventStore, url: string): Promise<void> {
  let events = 0
  for await (const page of store.readAll(null)) events += page.length
  const projector = startProjector({ store, url })
  await untilFolded(url, events - 1)
  await projector.stop()
}

/** What the house itself offers: a game with a price, on the admins' list, and a league that is hidden. */
async function offerSomething({ fixtures, offer }: Commands): Promise<void> {
  const by = { id: idOf('ada'), role: 'admin' } as const
  const game = idOf('a game of the house')
  const teams = { league: 'soccer_epl', home: 'Møns "9"', away: 'A\\B', startsAt: '2026-01-10T22:00:00.000Z' }
  const listing = { type: 'ListFixture', source: 'house', providerId: null, ...teams } as const
  accepted(await fixtures.execute(game, listing, metaOf(by, listing)))
  const price = { type: 'SetHousePrice', home: '2.05', draw: '3.30', away: '3.70' } as const
  accepted(await fixtures.execute(game, price, metaOf(by, price)))
  const hide = { type: 'BlacklistLeague', league: 'basketball_nbl' } as const
  accepted(await offer.execute(OFFER, hide, metaOf(by, hide)))
  const save = { type: 'SaveGamesOfTheDay', fixtures: [game] } as const
  accepted(await offer.execute(OFFER, save, metaOf(by, save)))
}

/** Suspended prices of a game are released, and another game is kept apart from it. */
async function decideDoubts(pool: pg.Pool, { fixtures }: Commands): Promise<void> {
  const by = { id: idOf('ada'), role: 'admin' } as const
  const [game, other] = [idOf('night one'), idOf('night two')]
  const reason = await storeReason(pool, 'by-admin', 'Looked at both')
  for (const command of [
    { type: 'ReleaseMarket', market: 'h2h', why: 'implausible', since: EVENING },
    { type: 'KeepFixturesApart', newer: other, why: 'listed-together' },
  ] as const) {
    accepted(await fixtures.execute(game, command, { ...metaOf(by, command, NIGHT), reason }))
  }
}

/** A market is stopped, a setting changed, and the voiding of a whole game waits for a second admin. */
async function ruleAtTheDesk({ desk, fixtures }: Commands): Promise<void> {
  const by = { id: idOf('ada'), role: 'admin' } as const
  const fixture = idOf('a game of the house')
  const stop = { type: 'StopBetting', scope: { fixture, market: 'h2h' } } as const
  accepted(await desk.execute(DESK, stop, metaOf(by, stop, NIGHT)))
  const set = { type: 'SetSettings', settings: { 'max-payout': CHANGED_PAYOUT } } as const
  accepted(await desk.execute(DESK, set, metaOf({ id: idOf('root'), role: 'super-admin' }, set, NIGHT)))
  const whole = {
    type: 'AskSettlement',
    command: { type: 'VoidFixture' },
    movesCents: 9_000,
    aboveCents: 5_000,
  } as const
  accepted(await fixtures.execute(fixture, whole, metaOf(by, whole, NIGHT)))
}

/** Places a parlay that stays open. */
async function startBetting(commands: Commands, bettor: string, told: ToldMessages): Promise<void> {
  await placeOn(commands, bettor, ['night one', 'night two'], 450, told)
}

const resultOf = (home: number, away: number) =>
  ({ score: { home, away }, regulation: { home, away }, source: 'admin', reads: [], closedAt: NIGHT }) as const

/** A bet is settled by a result, and again by its correction. */
async function correctSomething(commands: Commands, bettor: string, told: ToldMessages): Promise<void> {
  const bet = await placeOn(commands, bettor, ['night three'], 50, told)
  const about = { game: 'night three', bettor, bet, at: NIGHT }
  await decideAndSettle(commands, about, { type: 'RecordResult', ...resultOf(1, 0) })
  await decideAndSettle(commands, about, { type: 'CorrectResult', ...resultOf(1, 1) })
}

const ADA = { id: idOf('ada'), role: 'admin' } as const

type Decided = { readonly game: string; readonly bettor: string; readonly bet: string; readonly at: string }

async function decideAndSettle(
  { accounts, fixtures }: Commands,
  { game, bettor, bet, at }: Decided,
  decide: { readonly type: 'RecordResult' | 'CorrectResult' } & ReturnType<typeof resultOf>,
): Promise<void> {
  const fixture = idOf(game)
  accepted(await fixtures.execute(fixture, decide, metaOf(ADA, decide, at)))
  const outcome = fixtureOutcome(await fixtures.read(fixture))!
  const type = decide.type === 'RecordResult' ? 'SettleBet' : 'ResettleBet'
  const settle = { type, bet, outcomes: [outcome] } as const
  const causation = `fixture-${fixture}@${outcome.version}`
  const meta = { ...metaOf({ id: 'settler', role: 'system' }, settle, at), causation }
  accepted(await accounts.execute(bettor, settle, meta))
}

/**
 * A bet on the home team of new games with these names; returns its id. `named`: the desk's rules, once there are any.
 */
async function placeOn(
  { accounts, fixtures, feeds }: Commands,
  bettor: string,
  games: readonly string[],
  stakeCents: number,
  told: ToldMessages,
  named: { readonly configuration: string } | null = null,
): Promise<string> {
  const startsAt = '2026-01-10T21:00:00.000Z'
  const quotes: Quote[] = []
  for (const name of games) {
    const game = {
      source: 'feed',
      providerId: idOf(name),
      league: 'soccer_epl',
      home: 'Møns "9"',
      away: 'A\\B',
    } as const
    const listing = { type: 'ListFixture', ...game, startsAt } as const
    accepted(await fixtures.execute(idOf(name), listing, metaOf({ id: 'feed', role: 'system' }, listing)))
    const quote = {
      fixture: idOf(name),
      fixtureVersion: 0,
      league: game.league,
      startsAt,
      market: 'h2h',
      selection: 'home',
      selectionName: game.home,
      drawOffered: true,
      odds: '1.85',
      bookmaker: 'northbook',
      quotedAt: EVENING,
      fetchedAt: EVENING,
    } as const
    quotes.push(told.quote(quote, game))
  }
  const legs = (await sealed(quotes, EVENING, publishOn(feeds))).map((quote) => {
    const { fixture, market, selection, selectionName, odds: seenOdds } = quote
    return { fixture, market, selection, selectionName, seenOdds, quote, closed: false }
  })
  const limits = { minStakeCents: 10, maxPayoutCents: named === null ? 1_000_000 : CHANGED_PAYOUT, maxLegs: 20 }
  const id = randomId()
  const bet = { type: 'PlaceBet', bet: id, stakeCents, policy: 'none', legs, limits } as const
  accepted(await accounts.execute(bettor, bet, { ...metaOf({ id: bettor, role: 'user' }, bet), ...named }))
  return id
}

const metaOf = (actor: CommandMeta['actor'], asked: unknown, at = EVENING): CommandMeta => ({
  actor,
  session: null,
  command: { id: randomId(), hash: hashCommand(asked) },
  correlation: randomId(),
  causation: null,
  at,
  reason: null,
})

function accepted(outcome: { accepted: true } | { accepted: false; refusal: { code: string } }): void {
  if (!outcome.accepted) throw new Error(outcome.refusal.code)
}

export async function verifyAsIfRunning(url: string, store?: AuditedStore, client?: pg.Client): Promise<Report> {
  const running = new pg.Client({ connectionString: url, application_name: 'fairbook test' })
  await running.connect()
  try {
    return await verify({ url, threads: 1, ...(store && { store }), ...(client && { client }) })
  } finally {
    await running.end()
  }
}

/** The findings of a report in short: 'hash_mismatch account-…@3'. */
export const codesOf = (report: Report): string[] => report.findings.map(({ code, subject }) => `${code} ${subject}`)
