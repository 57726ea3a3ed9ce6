// What an auditor asks of witnesses, about a log that two of them cosign.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { randomScenario, type ScenarioStep } from '#projections/testing/scenario.ts'
import { LogWriter, writeLog } from '#projections/testing/write-log.ts'
import { answerWatch } from '#services/auditor/watch/watch-command.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey, startTestNotary } from '#services/notary/testing/notary.ts'
import { startTestWitness, type TestWitness } from '#services/notary/testing/witness.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { readWitnesses } from '#services/transparency/cosignature.ts'
import { readCosigned } from '#services/transparency/witness-rows.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { ask, type Options } from './asking.ts'
import { signAll } from './signed-log.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-witnesses-'))
const pem = newKey()
let database: TestDatabase
let owner: pg.Pool
let witnesses: [TestWitness, TestWitness]
/** A witness that cosigns nothing. */
let stranger: TestWitness
let key: string
let receipt: string
/** How many events were cosigned, and when the last of them was recorded. */
let size: number
let lastRecorded: string

beforeAll(async () => {
  database = await createTestDatabase()
  owner = openPool(database.ownerUrl)
  const logKey = async () => (await owner.query('select verifier_key as key from app.log_key')).rows[0]?.key
  const [one, two, three] = await Promise.all(
    ['one', 'two', 'three'].map((name) => startTestWitness(`witness.example/${name}`, logKey)),
  )
  witnesses = [one!, two!]
  stranger = three!
  const store = await PostgresLog.open({ url: database.url })
  const named = readWitnesses(witnesses.map(({ setting }) => setting).join(','))
  const notary = startTestNotary(store, database.url, { LOG_SIGNING_KEY: pem }, { witnesses: named })
  const steps = randomScenario(32, 20)
  size = (await writeLog(store, steps)) + 1
  lastRecorded = steps.at(-1)!.meta.recordedAt
  await vi.waitFor(
    async () => {
      const cosigned = await readCosigned(owner)
      expect([cosigned?.size, cosigned?.note.match(/^— /gm)?.length]).toEqual([size, 3])
    },
    { timeout: 60_000 },
  )
  await notary.stop()
  await store.close()
  key = (await logKey())!
  receipt = join(FOLDER, 'one.tlog-proof')
  writeFileSync(receipt, (await ask({ url: database.url }, 'prove', {}, '3')).text)
})
afterAll(async () => {
  await Promise.all([...witnesses, stranger].map((one) => one.stop()))
  await owner.end()
  await database.drop()
  rmSync(FOLDER, { recursive: true, force: true })
})

/** Findings about witnesses. */
async function asked(name: 'verify' | 'watch', options: Options): Promise<string[]> {
  const where = { url: database.url }
  const given = { remember: false, ...options }
  if (name === 'verify') {
    const { findings } = JSON.parse((await ask(where, name, given)).json) as { findings: { code: string }[] }
    return findings.flatMap(({ code }) => (code.startsWith('checkpoint_') ? [code] : []))
  }
  const answer = await answerWatch({
    argument: null,
    options: { every: '1s', staleAfter: '1m', once: true, evidence: FOLDER, ...given },
    openLedger: async () => where,
  })
  const lines = (await Array.fromAsync(answer.json())).map(
    (line) => JSON.parse(line) as { kind: string; code?: string },
  )
  const verified = lines.flatMap(({ kind }) => (kind === 'verified' ? [kind] : []))
  return [...verified, ...lines.flatMap(({ code = '' }) => (code.startsWith('checkpoint_') ? [code] : []))]
}
const keysOf = (...some: readonly TestWitness[]) => some.map(({ verifierKey }) => verifierKey)

test.each(['verify', 'watch'] as const)('ledger %s counts the witnesses that have cosigned', async (name) => {
  const right = name === 'watch' ? ['verified'] : []
  for (const options of [
    { witness: keysOf(...witnesses) },
    { witness: keysOf(...witnesses, stranger), witnesses: '2' },
    { witness: keysOf(witnesses[0]) },
  ]) {
    expect(await asked(name, options), JSON.stringify(options)).toEqual(right)
  }
  for (const options of [
    { witness: keysOf(stranger) },
    { witness: keysOf(...witnesses, stranger) },
    { witness: keysOf(witnesses[0], stranger), witnesses: '2' },
  ]) {
    expect(await asked(name, options), JSON.stringify(options)).toEqual(['checkpoint_unwitnessed'])
  }
})

test('a receipt carries what was cosigned', async () => {
  const check = async (options: Options) => {
    const { code, text } = await ask({ folder: FOLDER }, 'verify-receipt', { key: [key], ...options }, receipt)
    return [code, text.split('\n')[0]]
  }
  expect(await check({ witness: keysOf(...witnesses) })).toEqual([0, expect.stringMatching(/^The receipt is right/)])
  expect(await check({ witness: keysOf(...witnesses, stranger) })).toEqual([
    1,
    expect.stringContaining('2 of 3 witnesses have cosigned it'),
  ])
})

test('a changed cosignature spoils its checkpoint', async () => {
  const { rows } = await owner.query<{ note: string; size: string }>('select note, size from app.log_checkpoint')
  const spoilt = (note: string) =>
    note.replace(/^(— witness\.example\/one .{40})(.)/m, (_, kept, last) => `${kept}${last === 'A' ? 'B' : 'A'}`)
  for (const { note, size } of rows) {
    await owner.query('update app.log_checkpoint set note = $1 where size = $2', [spoilt(note), size])
  }
  const found = await asked('verify', { witness: keysOf(...witnesses) })
  for (const { note, size } of rows) {
    await owner.query('update app.log_checkpoint set note = $1 where size = $2', [note, size])
  }
  expect(found).toEqual(['checkpoint_unwitnessed'])
})

test('an export carries what was cosigned', async () => {
  const folder = join(FOLDER, 'exported')
  await ask({ url: database.url }, 'export', { format: 'jsonl', output: folder })
  const checked = async (...some: readonly TestWitness[]) => {
    const { json } = await ask({ folder }, 'verify', { key: [key], witness: keysOf(...some) })
    const { findingsByCode, tree } = JSON.parse(json) as { findingsByCode: object; tree: { cosigned: number | null } }
    return [Object.keys(findingsByCode).filter((code) => code.startsWith('checkpoint_')), tree.cosigned]
  }
  expect(await checked(...witnesses)).toEqual([[], size])
  expect(await checked(...witnesses, stranger)).toEqual([['checkpoint_unwitnessed'], null])
})

test('what was signed long after the last cosignature is not what everybody is shown', async () => {
  const store = await PostgresLog.open({ url: database.url })
  const writer = new LogWriter(store)
  const step: ScenarioStep = randomScenario(33, 1)[0]!
  const ended = Date.parse(lastRecorded)
  const written = async (index: number, ms: number) => {
    const recordedAt = new Date(ended + ms).toISOString()
    await writer.write({
      ...step,
      events: step.events.slice(0, 1),
      stream: `account-${String(index).repeat(32)}`,
      meta: { ...step.meta, recordedAt },
    })
    await signAll(store, database.url, pem)
    return asked('verify', { witness: keysOf(...witnesses) })
  }
  const day = 86_400_000
  expect(await written(1, day)).toEqual([])
  expect(await written(2, day + 10 * 60_000)).toEqual([])
  const { json, text } = await ask({ url: database.url }, 'verify', { remember: false, witness: keysOf(...witnesses) })
  expect(JSON.parse(json)).toMatchObject({ tree: { signed: size + 2, cosigned: size } })
  expect(text).toContain(`cosigned up to ledger number ${size - 1}`)
  expect(await written(3, day + 10 * 60_000 + 1)).toEqual(['checkpoint_unwitnessed'])
  await store.close()
})

test('wrong use is refused', async () => {
  for (const [options, said] of [
    [{ witness: [key] }, /is not a key of a witness/],
    [{ witnesses: '1' }, /counts those that --witness names/],
    [{ witness: keysOf(stranger), witnesses: '2' }, /a number from 1 to 1/],
    [{ witness: keysOf(stranger), witnesses: 'all' }, /a number from 1 to 1/],
  ] as const) {
    await expect(asked('watch', options)).rejects.toThrow(said)
  }
})
