// What the auditor's list of exceptions says about a decision on a settled bet, and about missing reasons.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandId } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { decideAlone } from '../corpus/authority.ts'
import { idOf } from '../corpus/script.ts'
import { ask, type Options } from './asking.ts'
import { askOfCorpus } from './corpus-ledger.ts'
import { type House, openHouse } from './house.ts'

let house: House
let bet: string
beforeAll(async () => {
  house = await openHouse()
  const { rows } = await house.owner.query<{ bettor: string; bet: string; at: string }>(
    `select replace(stream, 'account-', '') as bettor, body::json #>> '{data,bet}' as bet, body::json #>> '{meta,at}' as at
     from log.events where type = 'BetResettled' and body::json #>> '{data,settlement,legs,0,fixture}' is not null
     order by position desc limit 1`,
  )
  const [settled] = rows as [(typeof rows)[0]]
  bet = settled.bet
  const store = await PostgresLog.open({ url: house.database.url })
  const { accounts } = createCommands({ store })
  const outcome = await accounts.execute(
    settled.bettor,
    { type: 'VoidBet', bet, outcomes: [] },
    {
      actor: { id: idOf('root'), role: 'super-admin' },
      session: null,
      command: { id: commandId('void', bet), hash: 'a'.repeat(64) },
      correlation: commandId('void', bet),
      causation: null,
      at: settled.at,
      reason: null,
    },
  )
  expect(outcome).toMatchObject({ accepted: true })
  await store.close()
})
afterAll(() => house.close())

type Deed = {
  kind: string
  subject: string
  field: string
  before: unknown
  after: unknown
  who: string
  hand: 'person' | 'start' | 'product'
  reason: string | null
}
const asked = async (options: Options = {}) => {
  const { json, text } = await ask({ url: house.database.url }, 'exceptions', options)
  return {
    ...(JSON.parse(json) as { exceptions: Deed[]; sentence: string; withoutReason: number; firstStart: number }),
    text,
  }
}

test('a settled bet that is voided by hand is a void and a resettlement', async () => {
  const { exceptions } = await asked({ kind: ['void'] })
  const root = idOf('root')
  expect(exceptions.filter(({ subject }) => subject === bet)).toMatchObject([
    { kind: 'void', field: 'settlement', before: 'in force', after: 'void', who: root },
  ])
  const { exceptions: resettled } = await asked({ kind: ['resettlement'] })
  expect(resettled.filter(({ subject }) => subject === bet).at(-1)).toMatchObject({ field: 'returnCents', who: root })
})

test('a sample of voided bets includes it', async () => {
  const { json } = await ask({ url: house.database.url }, 'sample', { seed: 's', size: '1000', kind: 'voided' })
  expect((JSON.parse(json) as { bets: { bet: string }[] }).bets.map((one) => one.bet)).toContain(bet)
})

test('an event without a reason is counted, and its line says so', async () => {
  const { exceptions, sentence, text, withoutReason } = await asked()
  const without = exceptions.filter(({ reason, hand }) => hand === 'person' && reason === null).length
  expect([withoutReason, without > 0, without < exceptions.length]).toEqual([without, true, true])
  expect(sentence).toContain(
    `${without} of them have no reason: ask the people who did them; each of the others is to be explained by its reason; 4 of them the product did by its rules.`,
  )
  expect(text.match(/ {2}none given\b/g)).toHaveLength(without)
  const voided = await asked({ kind: ['void'] })
  expect(voided.sentence).toMatch(/\): none of them has a reason: ask the people who did them\.$/)
})

test('amounts are shown in euros, under words', async () => {
  const { text, exceptions } = await asked({ kind: ['balance'] })
  expect(exceptions.map(({ field }) => field)).toContain('floatCents')
  expect(text).toMatch(/^Exceptions, amounts in euros$/m)
  expect(text).toMatch(/ float +[\d,]+\.\d\d /)
  expect(text).not.toContain('Cents')
})

test('settings recorded at the first start are listed separately, since nobody can be asked for a reason', async () => {
  const { json, text } = await askOfCorpus(decideAlone, 'exceptions')
  const { exceptions, sentence, ...counts } = JSON.parse(json) as Awaited<ReturnType<typeof asked>>
  const first = exceptions.filter(({ hand }) => hand === 'start')
  expect(first.map(({ kind, before, who }) => [kind, before, who])).toEqual([
    ...Array(3).fill(['setting', null, 'setup']),
    ['role', null, 'setup'],
  ])
  expect(first.at(-1)).toMatchObject({ subject: idOf('sue'), after: 'super-admin' })
  expect(counts.firstStart).toBe(first.length)
  expect(sentence).toMatch(/ 4 lines are what the product itself began with\.$/)
  expect(sentence).toContain(`${exceptions.length - 4} exceptions by `)
  expect(text.match(/^ *\d.* {2}first start\b/gm)).toHaveLength(4)
})
