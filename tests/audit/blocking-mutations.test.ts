// The rules about who blocks whom and who lets them in again, each tested on top of a log with several plain admins.
import { beforeAll, expect, test } from 'vitest'
import { storedMeta } from '#domain/versions/event-versions.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { idOf } from '../corpus/script.ts'
import { drawFromTreasury } from '../corpus/treasury-draws.ts'
import { audit, corpusLog, type Draft, rewrite } from './rewritten.ts'

let log: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog(drawFromTreasury)
})

type Type = 'AccountBlocked' | 'AccountUnblocked'
type Act = readonly [type: Type, of: string, by: string, role: 'admin' | 'super-admin']

function act({ log: ledger, meta: last }: Draft, [type, of, by, role]: Act, nth: number): Draft {
  const { at, recordedAt } = last
  const command = { id: idOf(`act ${nth}`), hash: idOf('hash').repeat(2) }
  const actor = { id: idOf(by), role }
  const meta = { actor, session: null, command, correlation: command.id, causation: null, at, recordedAt, reason: null }
  const stored = storedMeta(type, 1, meta) as Draft['meta']
  return { log: ledger, stream: `account-${idOf(of)}`, type, schema: 1, data: {}, meta: stored }
}

/** What the audit says if these are the last events of the log. */
function saidOf(...acts: readonly Act[]): string[] {
  const end = decodeBody(log.at(-1)!.body)
  const rows = rewrite(log, (draft, index) =>
    index === log.length - 1 ? [draft, ...acts.map((one, nth) => act(end, one, nth))] : draft,
  )
  return audit(rows)
    .sorted()
    .map(({ code, expected }) => `${code}: ${expected}`)
}

test('a super admin lets in an admin', () => {
  const blocked = ['AccountBlocked', 'ben', 'ada', 'admin'] as const
  expect(saidOf(blocked, ['AccountUnblocked', 'ben', 'root', 'super-admin'])).toEqual([])
})

test('a plain admin does not let in another one, whoever blocked them', () => {
  const expected = ['actor_implausible: a super admin, as it is one of the desk']
  const lets = ['AccountUnblocked', 'ben', 'ada', 'admin'] as const
  expect(saidOf(['AccountBlocked', 'ben', 'root', 'super-admin'], lets)).toEqual(expected)
  expect(saidOf(['AccountBlocked', 'ben', 'ada', 'admin'], lets)).toEqual(expected)
})

test('a plain admin blocks a bettor and lets them in', () => {
  expect(saidOf(['AccountBlocked', 'bob', 'ada', 'admin'], ['AccountUnblocked', 'bob', 'ada', 'admin'])).toEqual([])
})

test('nobody blocks an admin who was removed', () => {
  expect(saidOf(['AccountBlocked', 'cleo', 'ada', 'admin'])).toEqual(['standing_repeated: an account that is there'])
})
