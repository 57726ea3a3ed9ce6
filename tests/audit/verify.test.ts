import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Usage } from '#services/auditor/failures.ts'
import { exitCodeOf } from '#services/auditor/report/report.ts'
import { verify } from '#services/auditor/verify.ts'
import { OpenLog } from '#services/auditor/walk/open-log.ts'
import { openLogSource } from '#services/auditor/watch/log-source.ts'
import { whileMoved } from '../moved-log.ts'
import { codesOf, type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('an untouched house is clean, and the report says what was checked', async () => {
  const report = await house.verify()
  expect(codesOf(report)).toEqual([])
  expect(exitCodeOf(report)).toBe(0)
  expect(report).toMatchObject({ logId: house.logId, gaps: [], isProtected: true })
  expect(report.first?.number).toBe(0)
  expect(report.last?.number).toBe(report.counts.events - 1)
  expect(report.counts).toMatchObject({ bets: 12, openBets: 2, identities: 6, sessions: 1, reasons: 10 })
  expect(report.counts.lines).toBeGreaterThan(20)
  expect(report.counts.rows).toBeGreaterThan(report.counts.events)
  expect(new Set(report.readModels.map(({ number }) => number))).toEqual(new Set([report.last!.number]))
})

test('with one role that owns the log, the report says that grants do not protect it', async () => {
  const report = await verify({ url: house.database.ownerUrl })
  expect(report.isProtected).toBe(false)
})

test('the role that docs/audit.md defines for auditors reads everything, and may change nothing', async () => {
  const { owner, database } = house
  const guide = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8')
  const role = `auditor_${randomBytes(4).toString('hex')}`
  const statements = /```sql\n(create role auditor .*?)```/s.exec(guide)![1]!
  await owner.query(statements.replaceAll('auditor', role).replace('…', 'harbour'))
  const url = new URL(database.url)
  Object.assign(url, { username: role, password: 'harbour' })
  try {
    const [theirs, ours] = [await verify({ url: url.href }), await verify({ url: database.ownerUrl })]
    expect(theirs.isProtected).toBe(true)
    // the product's connections are seen, as the superuser sees them
    expect({ ...theirs, isProtected: false, seconds: 0 }).toEqual({ ...ours, seconds: 0 })
  } finally {
    await owner.query(`drop role ${role}`)
  }
})

test('a log that moved elsewhere is not judged: what is left is an old copy', async () => {
  const { owner, database } = house
  const { url } = database
  const source = await openLogSource({ url })
  await source.clock()
  await whileMoved(owner, async () => {
    const nothing = async () => undefined
    for (const asked of [() => verify({ url }), () => OpenLog.ask({ url }, nothing), () => source.clock()]) {
      const refused = await asked().catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(Usage)
      expect(String(refused)).toMatch(/log_moved: .* EVENTSTORE_URL .*docs\/runbooks\/one-to-many\.md$/)
    }
  })
  await source.close()
  expect(codesOf(await house.verify())).toEqual([])
})

test('in a stopped product no money is in transit', async () => {
  // the superuser sees every connection, and there is none of the product's
  const report = await verify({ url: house.database.ownerUrl })
  expect(report.findings.map(({ code }) => code)).toEqual(['transfer_stuck'])
})

test('a report is the same with the state in memory or almost entirely on disk', async () => {
  const { url } = house.database
  // done last, because the house is of no more use to other tests after this
  for (const change of [
    `update app.account set wallet_cents = wallet_cents + 1`,
    `update app.bet set stake_cents = stake_cents + 1 where number % 2 = 0`,
    `delete from app.open_leg where leg = 0`,
    `delete from app.evidence where ctid in (select ctid from app.evidence limit 1)`,
    `delete from app.identity where account_id in (select account_id from app.identity limit 2)`,
    `delete from app.reason_text where commitment in (select commitment from app.reason_text limit 2)`,
    `delete from app.session`,
  ]) {
    await house.owner.query(change)
  }
  const [inMemory, onDisk] = [await verify({ url }), await verify({ url, spilling: { inMemory: 10 } })]
  expect({ ...onDisk, seconds: 0 }).toEqual({ ...inMemory, seconds: 0 })
  expect(Object.keys(inMemory.byCode)).toEqual(
    expect.arrayContaining(['row_different', 'row_missing', 'identity_gone']),
  )
})
