// The checks in the thread that reads the log give the same findings as with a single thread. Each change stays, and is
// audited together with all those before it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '#services/auditor/report/report.ts'
import { verify } from '#services/auditor/verify.ts'
import { type House, openHouse } from './house.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/**
 * Audits with one thread, and with two that keep only a few entries in memory. The owner can see that no product runs.
 */
async function found(): Promise<Report> {
  const { ownerUrl: url } = house.database
  const here = await verify({ url, threads: 1 })
  const beside = await verify({ url, threads: 2, spilling: { inMemory: 10 } })
  expect({ ...beside, seconds: 0 }).toEqual({ ...here, seconds: 0 })
  return beside
}

const SOME_BET = `(select position from log.events where type = 'BetPlaced' and body like '%"seal":%' order by position desc limit 1)`

test('nothing', async () => {
  const { evidence, byCode } = await found()
  expect(Object.keys(byCode)).toEqual(['transfer_stuck'])
  expect(evidence).toBeGreaterThan(0)
})

test.each<[string, string, string[]]>([
  [
    'rows of the audit trail',
    `update app.audit set amount_cents = 7 where number % 3 = 1; delete from app.audit where number % 5 = 2`,
    ['row_different audit', 'row_missing audit'],
  ],
  ['further games of it', `delete from app.audit_fixture`, ['row_missing audit_fixture']],
  ['times of it', `update app.audit_span set first_at = first_at - interval '1 day'`, ['row_different audit_span']],
  [
    'lines of statements',
    `update app.statement_line set balance_cents = balance_cents + 1 where number % 2 = 0;
     insert into app.statement_line select (jsonb_populate_record(s, '{"line": 9}')).* from app.statement_line s limit 1`,
    ['row_different statement_line', 'row_extra statement_line'],
  ],
  [
    'messages that are named',
    `delete from app.evidence where ctid in (select ctid from app.evidence limit 1)`,
    ['row_missing evidence'],
  ],
  [
    'messages of the provider',
    `update app.provider_message set body = replace(body, '1.85', '9.85')`,
    ['provider_message_mismatch provider_message'],
  ],
  [
    'a seal of a bet',
    `update log.events set body = regexp_replace(body, '"path":"."', '"path":"AAAA"') where position = ${SOME_BET};
     update log.events set body = regexp_replace(body, '"seal":{"feed":".{4}', '"seal":{"feed":"0000') where position = ${SOME_BET}`,
    ['quote_unpublished account'],
  ],
  [
    'read models that have come to different events',
    `update app.projection_checkpoint set number = number - 20 where projection = 'audit'`,
    ['checkpoint_mismatch projection_checkpoint', 'row_extra audit'],
  ],
  [
    'the last event',
    `delete from log.events where position = (select max(position) from log.events)`,
    ['row_extra statement_line'],
  ],
])('%s', async (_, statements, codes) => {
  await house.owner.query(statements)
  const { findings } = await found()
  const named = new Set(findings.map(({ code, subject }) => `${code} ${subject.split(/[ -]/)[0]}`))
  expect([...named]).toEqual(expect.arrayContaining(codes))
})

test('a read model that is to be built anew, and has come to no event', async () => {
  await house.owner.query(`
    create temporary table kept as table app.statement_line;
    create temporary table kept_checkpoint as select * from app.projection_checkpoint where projection = 'statement';
    truncate app.statement_line;
    update app.projection_checkpoint set number = -1, position = null, hash = null, event = null where projection = 'statement'`)
  const { findings } = await found()
  expect(findings.filter(({ subject }) => subject.startsWith('statement_line'))).toEqual([])
  await house.owner.query(`
    insert into app.statement_line table kept;
    update app.projection_checkpoint c set number = k.number, position = k.position, hash = k.hash, event = k.event
      from kept_checkpoint k where c.projection = k.projection`)
})

test('nothing is compared after an event of an unknown type', async () => {
  await house.owner.query(
    `update log.events set body = regexp_replace(body, '"schema":\\d+', '"schema":99')
     where position = (select max(position) - 30 from log.events)`,
  )
  const { gaps } = await found()
  expect(gaps.map(({ what }) => what)).toContain('the read model statement was not compared')
})
