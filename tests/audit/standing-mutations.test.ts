// The rule that an admin who was blocked or removed records nothing any more: in logs of many kinds, a plain admin is
// blocked or removed before the first event of each type that is the admin's own doing.
import { describe, expect, test } from 'vitest'
import { storedMeta } from '#domain/versions/event-versions.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import type { MemoryLog } from '#services/event-store/testing/memory/log.ts'
import { decideAlone } from '../corpus/authority.ts'
import { keepCustomers } from '../corpus/customers.ts'
import { ruleFromTheDesk } from '../corpus/desk-rules.ts'
import { settleFeedDoubts } from '../corpus/feed-doubts.ts'
import { closeFloatDays } from '../corpus/float-days.ts'
import { payGoodwill } from '../corpus/goodwill.ts'
import { endRequests } from '../corpus/request-ends.ts'
import { idOf, playScript } from '../corpus/script.ts'
import { decideWithSecondAdmins } from '../corpus/second-admins.ts'
import { changeTheOffer } from '../corpus/the-offer.ts'
import { drawFromTreasury } from '../corpus/treasury-draws.ts'
import { lookAtPeople } from '../corpus/views.ts'
import { audit, corpusLog, type Draft, rewrite } from './rewritten.ts'

const PLAYS: Record<string, (store: MemoryLog) => Promise<void>> = {
  accounts: (store) => playScript(store),
  authority: decideAlone,
  customers: keepCustomers,
  'rules of the desk': ruleFromTheDesk,
  'doubts of the feed': settleFeedDoubts,
  'days of floats': closeFloatDays,
  goodwill: payGoodwill,
  requests: endRequests,
  'second admins': decideWithSecondAdmins,
  'the offer': changeTheOffer,
  'the treasury': drawFromTreasury,
}
/** How long before an event its admin may have been blocked or removed. */
const ON_ITS_WAY_MS = 60_000

type Out = 'AccountBlocked' | 'AccountUnblocked' | 'AdminRemoved'

/** Blocks or removes the event's admin this many milliseconds before. */
function before(draft: Draft, type: Out, ms: number): Draft {
  const { actor, at, recordedAt } = draft.meta
  const meta = {
    actor: { id: idOf('root'), role: 'super-admin' },
    session: null,
    command: { id: idOf(`${type} ${recordedAt}`), hash: idOf('hash').repeat(2) },
    correlation: idOf(`${type} ${recordedAt}`),
    ...{ causation: null, at, recordedAt: new Date(Date.parse(recordedAt) - ms).toISOString(), reason: null },
  } as const
  const data = type === 'AdminRemoved' ? { floatCents: 0 } : {}
  const stored = storedMeta(type, 1, meta) as Draft['meta']
  return { log: draft.log, stream: `account-${actor.id}`, type, schema: 1, data, meta: stored }
}

/** What the rule says if these come before the event at that place: which event, and the admin's state. */
function said(log: readonly StoredEvent[], place: number, outs: readonly (readonly [Out, number])[]): string[] {
  const rows = rewrite(log, (draft, index) =>
    index === place ? [...outs.map(([type, ms]) => before(draft, type, ms)), draft] : draft,
  )
  const first = place + outs.length
  return audit(rows)
    .sorted()
    .filter(({ expected, number }) => expected === 'an admin who may act' && number === first)
    .map(({ code, actual }) => `${code} ${String(actual).split(' ')[0]}`)
}

describe.each(Object.entries(PLAYS))('in a log of %s', (_, play) => {
  test('a blocked or removed admin does nothing more', async () => {
    const log = await corpusLog(play)
    const acts = new Map<string, number>()
    for (const [index, { body }] of log.entries()) {
      const { type, meta } = decodeBody(body)
      if (meta.actor.role === 'admin' && !acts.has(type)) acts.set(type, index)
    }
    expect(acts.size).toBeGreaterThan(0)
    for (const [type, place] of acts) {
      const late = ON_ITS_WAY_MS + 1
      const found = [
        said(log, place, [['AccountBlocked', late]]),
        said(log, place, [['AdminRemoved', late]]),
        said(log, place, [['AccountBlocked', late - 1]]),
        said(log, place, [
          ['AccountBlocked', late + 1],
          ['AccountUnblocked', late],
        ]),
      ]
      expect([type, ...found]).toEqual([type, ['actor_implausible blocked'], ['actor_implausible removed'], [], []])
    }
  })
})

test('what is in progress with a session is judged by its own rules', async () => {
  const log = await corpusLog(lookAtPeople)
  const place = log.findIndex(
    ({ type, body }) => type === 'PersonalDataViewed' && decodeBody(body).meta.actor.role === 'admin',
  )
  expect(place).toBeGreaterThan(0)
  expect(said(log, place, [['AccountBlocked', 50_000]])).toEqual([])
})
