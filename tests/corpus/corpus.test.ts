// Stored logs of the past, frozen. Every published version of every event is in one of them. The deciders' folds, the
// statement lines, the read models and the auditor must read them today as they did when they were recorded.
//
// A new version of an event gets a new script and folder: `RECORD_CORPUS=1 vitest run tests/corpus` writes what is
// missing and never changes what exists.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { RecordedAccountEvent } from '#domain/account/evolve.ts'
import { evolveAccount } from '#domain/account/evolve.ts'
import { initialAccount } from '#domain/account/state.ts'
import { evolveBackups, initialBackups, type RecordedBackupEvent } from '#domain/backup/state.ts'
import { evolveDesk, initialDesk, type RecordedDeskEvent } from '#domain/desk/state.ts'
import { eventSchemas } from '#domain/events.ts'
import { evolveFeed, initialFeed, type RecordedFeedEvent } from '#domain/feed/state.ts'
import { evolveFixture, initialFixture, type RecordedFixtureEvent } from '#domain/fixture/state.ts'
import { postingsOf } from '#domain/ledger/postings.ts'
import { evolveLogKey, initialLogKey, type RecordedLogKeyEvent } from '#domain/log-key/state.ts'
import { evolveOffer, initialOffer, type RecordedOfferEvent } from '#domain/offer/state.ts'
import { LedgerCheck, type LedgerEvent } from '#domain/testing/invariants/invariants.ts'
import { evolveTreasury, initialTreasury, type RecordedTreasuryEvent } from '#domain/treasury/state.ts'
import { upcast } from '#domain/upcast.ts'
import { newDatabase, newLog, newProjector, untilFolded } from '#projections/testing/environment.ts'
import { type Rows, readModels } from '#projections/testing/write-log.ts'
import { verify } from '#services/auditor/verify.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EncodedEvent, EventStore } from '#services/event-store/port.ts'
import { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { makeAuditors } from './auditors.ts'
import { decideAlone } from './authority.ts'
import { closeAccounts } from './closings.ts'
import { keepCustomers } from './customers.ts'
import { ruleFromTheDesk } from './desk-rules.ts'
import { changeEmails } from './email-changes.ts'
import { erasePeople } from './erasures.ts'
import { failToSignIn } from './failed-sign-ins.ts'
import { settleFeedDoubts } from './feed-doubts.ts'
import { closeFloatDays } from './float-days.ts'
import { payGoodwill } from './goodwill.ts'
import { foundIn } from './impossible.ts'
import { changeLogKeys } from './log-keys.ts'
import { openNamesAsTyped } from './names-as-typed.ts'
import { changePasswords } from './password-changes.ts'
import { limitPlay } from './play-limits.ts'
import { publishQuotes } from './quotes-published.ts'
import { endRequests } from './request-ends.ts'
import { restoreBackups } from './restores.ts'
import { CORPUS_START, playScript } from './script.ts'
import { secureSignIns } from './second-factors.ts'
import { signInAndOut } from './sign-ins.ts'
import { changeTheOffer } from './the-offer.ts'
import { drawFromTreasury } from './treasury-draws.ts'
import { lookAtPeople } from './views.ts'

type Stored = EncodedEvent & { readonly stream: string }
const SCRIPTS: Record<string, (store: EventStore) => Promise<void>> = {
  '2026-11-floats-of-super-admins': playScript,
  '2026-11-password-changes': changePasswords,
  '2026-11-email-changes': changeEmails,
  '2026-11-quotes-published': publishQuotes,
  '2026-11-the-offer': changeTheOffer,
  '2026-11-play-limits': limitPlay,
  '2026-11-treasury-draws': drawFromTreasury,
  '2026-11-second-factors': secureSignIns,
  '2026-11-customers': keepCustomers,
  '2026-11-desk-rules': ruleFromTheDesk,
  '2026-11-goodwill': payGoodwill,
  '2026-11-float-days': closeFloatDays,
  '2026-11-authority': decideAlone,
  '2026-11-request-ends': endRequests,
  '2026-11-feed-doubts': settleFeedDoubts,
  '2026-11-closings': closeAccounts,
  '2026-11-erasures': erasePeople,
  '2026-11-names-as-typed': openNamesAsTyped,
  '2026-11-sign-ins': signInAndOut,
  '2026-11-auditors': makeAuditors,
  '2026-11-failed-sign-ins': failToSignIn,
  '2026-11-views': lookAtPeople,
  '2026-11-log-keys': changeLogKeys,
  '2026-11-restores': restoreBackups,
}
const recording = process.env.RECORD_CORPUS === '1'

async function eventsOf(store: EventStore): Promise<Stored[]> {
  const events: Stored[] = []
  for await (const page of store.readAll(null)) {
    for (const { stream, version, type, id, hash, body } of page) events.push({ stream, version, type, id, hash, body })
  }
  return events
}

/** Maps and sets as sorted lists, so that they can be written to a file. */
const writable = (_key: string, value: unknown) =>
  value instanceof Map ? [...value] : value instanceof Set ? [...value] : value

function fold(events: readonly Stored[]) {
  const accounts: Record<string, ReturnType<typeof initialAccount>> = {}
  const fixtures: Record<string, ReturnType<typeof initialFixture>> = {}
  const feeds: Record<string, ReturnType<typeof initialFeed>> = {}
  const offers: Record<string, ReturnType<typeof initialOffer>> = {}
  const treasuries: Record<string, ReturnType<typeof initialTreasury>> = {}
  const desks: Record<string, ReturnType<typeof initialDesk>> = {}
  const notaries: Record<string, ReturnType<typeof initialLogKey>> = {}
  const backups: Record<string, ReturnType<typeof initialBackups>> = {}
  const lines: Record<string, unknown> = {}
  const check = new LedgerCheck()
  for (const { stream, version, body } of events) {
    const event = { ...decodeBody(body), ...upcast(decodeBody(body)) } as LedgerEvent
    const [kind, id = ''] = stream.split('-')
    if (kind === 'account') {
      accounts[id] ??= initialAccount(id)
      evolveAccount(accounts[id], event as RecordedAccountEvent)
    } else if (kind === 'fixture') {
      fixtures[id] ??= initialFixture(id)
      evolveFixture(fixtures[id], event as RecordedFixtureEvent)
    } else if (kind === 'feed') {
      feeds[id] ??= initialFeed()
      evolveFeed(feeds[id], event as RecordedFeedEvent)
    } else if (kind === 'offer') {
      offers[id] ??= initialOffer()
      evolveOffer(offers[id], event as RecordedOfferEvent)
    } else if (kind === 'treasury') {
      treasuries[id] ??= initialTreasury()
      evolveTreasury(treasuries[id], event as RecordedTreasuryEvent)
    } else if (kind === 'desk') {
      desks[id] ??= initialDesk()
      evolveDesk(desks[id], event as RecordedDeskEvent)
    } else if (kind === 'notary') {
      notaries[id] ??= initialLogKey()
      evolveLogKey(notaries[id], event as RecordedLogKeyEvent)
    } else if (kind === 'backup') {
      backups[id] ??= initialBackups()
      evolveBackups(backups[id], event as RecordedBackupEvent)
    }
    lines[`${stream}@${version}`] = postingsOf(stream, event)
    check.fold(event)
  }
  check.finish()
  const states = {
    accounts,
    fixtures,
    ...(Object.keys(feeds).length === 0 ? {} : { feeds }),
    ...(Object.keys(offers).length === 0 ? {} : { offers }),
    ...(Object.keys(treasuries).length === 0 ? {} : { treasuries }),
    ...(Object.keys(desks).length === 0 ? {} : { desks }),
    ...(Object.keys(notaries).length === 0 ? {} : { notaries }),
    ...(Object.keys(backups).length === 0 ? {} : { backups }),
  }
  return JSON.parse(JSON.stringify({ ...states, lines, breaches: check.breaches }, writable)) as Folded
}

/** Puts a frozen log into an empty database as it was stored, folds the read models, audits. */
async function readFromDatabase(events: readonly Stored[]) {
  const database = await newDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  for (const [index, { stream, version, type, hash, body }] of events.entries()) {
    await owner.query(
      'insert into log.events (position, stream, version, type, hash, body, stored_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [index + 1, stream, version, type, Buffer.from(hash, 'hex'), body, decodeBody(body).meta.recordedAt],
    )
  }
  await owner.end()
  newProjector({ store: await newLog(database.url), url: database.url })
  await untilFolded(database.url, events.length - 1)
  const { logId, counts, findings, gaps, erasures } = await verify({ url: database.url })
  // the read models may change how many rows they have
  const { rows: _, ...counted } = counts
  // the people in these logs have no identities, sessions, requests or texts, and there are no messages of the provider
  const isBeside = ({ code }: (typeof findings)[number]) =>
    /^(identity|session|request|reason|note|quote_message|result_message)_gone$/.test(code)
  expect(findings.filter(({ code }) => code === 'identity_gone')).toHaveLength(counts.accounts - erasures.length)
  const report = { logId, counts: counted, findings: findings.filter((one) => !isBeside(one)), gaps }
  return { rows: withoutDefinitions(await readModels(database.url)), report }
}

/** A read model's definition may change; what it says about these events may not. */
const withoutDefinitions = ({ projection_checkpoint: checkpoints = [], ...rows }: Rows): Rows => ({
  ...rows,
  projection_checkpoint: checkpoints
    .map((checkpoint) => ({ ...(checkpoint as { projection: string }), definition: null }))
    .sort((a, b) => (a.projection < b.projection ? -1 : 1)),
})

/**
 * The part of the rows found that was frozen: tables have gained columns since, and there are more read models. Every
 * table, row or column that existed is still looked for.
 */
function asFrozen(found: Rows, frozen: Rows): Rows {
  const checkpoints = new Set(frozen.projection_checkpoint?.map((one) => (one as { projection: string }).projection))
  const tables = Object.entries(frozen).map(([table, rows]) => {
    const columns = Object.keys((rows[0] ?? {}) as object)
    const of =
      table === 'projection_checkpoint' ? (one: Cells) => checkpoints.has(one.projection as string) : () => true
    const pick = (row: Cells) => Object.fromEntries(columns.map((column) => [column, row[column]]))
    return [table, (found[table] as Cells[] | undefined)?.filter(of).map(pick)]
  })
  return Object.fromEntries(tables) as Rows
}
type Cells = Readonly<Record<string, unknown>>

/** The same for folded states, which have gained fields since: accounts, treasuries and offers that existed. */
function statesAsFrozen(found: Folded, frozen: Folded): Folded {
  const fieldsOf = (states: States, before: States): States =>
    Object.fromEntries(
      Object.entries(states).map(([id, state]) => {
        const fields = Object.keys(before[id] ?? state)
        return [id, Object.fromEntries(fields.map((field) => [field, state[field]]))]
      }),
    )
  return {
    ...found,
    accounts: fieldsOf(found.accounts, frozen.accounts),
    ...(found.treasuries && { treasuries: fieldsOf(found.treasuries, frozen.treasuries ?? {}) }),
    ...(found.offers && { offers: fieldsOf(found.offers, frozen.offers ?? {}) }),
  }
}
type States = Readonly<Record<string, Cells>>
type Folded = { readonly accounts: States; readonly treasuries?: States; readonly offers?: States }

const corpora = [
  ...new Set([
    ...readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
    ...(recording ? Object.keys(SCRIPTS) : []),
  ]),
]

describe.each(corpora)('%s', (name) => {
  const folder = join(import.meta.dirname, name)
  const frozen = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown
  const freeze = (file: string, content: unknown) => {
    if (recording && !existsSync(join(folder, file)))
      writeFileSync(join(folder, file), `${JSON.stringify(content, null, 1)}\n`)
  }
  const stored = async (): Promise<Stored[]> => {
    if (!recording || existsSync(join(folder, 'log.json'))) return frozen('log.json') as Stored[]
    const log = await MemoryLog.open(CORPUS_START)
    await SCRIPTS[name]!(log)
    mkdirSync(folder, { recursive: true })
    freeze('log.json', await eventsOf(log))
    return frozen('log.json') as Stored[]
  }

  test('the deciders fold it to the same states, lines and invariants', async () => {
    const folded = fold(await stored())
    freeze('folded.json', folded)
    const before = frozen('folded.json') as Folded
    expect(statesAsFrozen(folded, before)).toEqual(before)
    expect(folded).toMatchObject({ breaches: [] })
  })

  test('the read models and the auditor read it as they did', async () => {
    const found = await readFromDatabase(await stored())
    freeze('rows.json', found.rows)
    freeze('report.json', found.report)
    expect(asFrozen(found.rows, frozen('rows.json') as Rows)).toEqual(frozen('rows.json'))
    expect(found.report).toMatchObject({ findings: foundIn(name), gaps: [] })
    expect({ ...found.report, findings: [] }).toEqual(frozen('report.json'))
  })
})

test('every published version of every event is in the corpus', () => {
  const seen = new Set<string>()
  for (const name of corpora) {
    for (const { body } of JSON.parse(readFileSync(join(import.meta.dirname, name, 'log.json'), 'utf8')) as Stored[]) {
      const { type, schema } = decodeBody(body)
      seen.add(`${type}.${schema}`)
    }
  }
  const published = Object.entries(eventSchemas).flatMap(([type, versions]) =>
    Object.keys(versions).map((version) => `${type}.${version}`),
  )
  expect([...seen].sort()).toEqual(published.sort())
})

test.each(Object.entries(SCRIPTS))('the script of %s makes the same bytes again', async (name, play) => {
  const log = await MemoryLog.open(CORPUS_START)
  await play(log)
  expect(await eventsOf(log)).toEqual(JSON.parse(readFileSync(join(import.meta.dirname, name, 'log.json'), 'utf8')))
})
