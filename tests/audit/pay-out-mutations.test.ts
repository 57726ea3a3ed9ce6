// The rule that money is paid out of a wallet into the float of the admin who pays it out, tested with a pay-out that
// agrees with itself from its sending to its arrival.
import { beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { audit, corpusLog, has, rewrite, set } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog()
})

test('a pay-out does not end in the float of another admin', () => {
  const paysOut = has('purpose', 'withdrawal')
  const rows = rewrite(log, (draft) => {
    if (!paysOut(draft)) return draft
    if (draft.type === 'TransferSent') return set({ 'data.to': idOf('root') })(draft)
    return { ...draft, stream: `account-${idOf('root')}` }
  })
  const found = audit(rows)
    .sorted()
    .filter(({ code }) => code === 'transfer_mismatch')
  expect(found.map(({ expected, actual }) => [expected, actual])).toEqual([
    [`to ${idOf('ada')}, who pays it out`, `to ${idOf('root')}`],
  ])
})
