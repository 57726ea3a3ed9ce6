// One changed digit of a signed log, and how people read what is found.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textReport } from '#services/auditor/report/text-report.ts'
import { verify } from '#services/auditor/verify.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { type House, openHouse } from './house.ts'
import { type SignedLog, signAll } from './signed-log.ts'

let house: House
let kept: SignedLog['newest']
beforeAll(async () => {
  house = await openHouse()
  await house.arrive()
  const store = await PostgresLog.open({ url: house.database.url })
  kept = await signAll(store, house.database.url)
  await store.close()
})
afterAll(() => house.close())

test.each([
  ['the stake of a settled bet', 'BetPlaced', '%"stakeCents":1000%', '"stakeCents":1', '"stakeCents":2'],
  ['the stake of an open bet', 'BetPlaced', '%"stakeCents":450%', '"stakeCents":4', '"stakeCents":5'],
  ['a return', 'BetSettled', '%"returnCents":2100%', '"returnCents":2', '"returnCents":3'],
  ['a result', 'ResultRecorded', '%"source":"feed"%', '"score":{"away":', '"score":{"away":1'],
])('%s is one fault of the log, and what the tree says of it', async (_, type, like, from, to) => {
  const { database, owner } = house
  const { rows } = await owner.query<{ position: string; body: string }>(
    'select position, body from log.events where type = $1 and body like $2 order by position limit 1',
    [type, like],
  )
  const [{ position, body }] = rows as [(typeof rows)[0]]
  const write = (text: string) => owner.query('update log.events set body = $2 where position = $1', [position, text])
  expect(body).toContain(from)
  await write(body.replace(from, to))
  const checkpoints = [{ name: 'kept', note: kept.note }]
  const report = await verify({ url: database.url, threads: 1, kept: { checkpoints, keys: [kept.key] } })
  await write(body)
  expect(report.findingsInAll).toBeGreaterThan(5)
  const [first] = report.findings
  const [, account = null] = /^account-(\w+)@/.exec(first!.subject) ?? []
  expect([first!.account, account !== null]).toEqual([account, type !== 'ResultRecorded'])
  const text = textReport(report, false)
  const heads = [...text.matchAll(/^(\w+_\w+)( at ledger number \d+|:)/gm)].map(([, code, place]) => `${code}${place}`)
  const place = ` at ledger number ${Number(position) - 1}`
  expect(heads).toEqual([`hash_mismatch${place}`, 'signed_root_mismatch:', 'tile_mismatch:'])
})
