import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import type { CommandMeta } from '../meta.ts'
import {
  ADMIN,
  admin,
  BETTOR,
  bettor,
  blocked,
  commitment,
  id,
  opened,
  settler,
  superAdmin,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import type { RequestEnded, RequestOutcome } from './request-events.ts'

const account = specOf(accountAggregate, BETTOR)
const payOut = { request: id('r'), kind: 'pay-out', amountCents: 2_000, note: commitment('to my bank') }
const end = (outcome: RequestOutcome, about: Omit<RequestEnded, 'outcome'> = payOut) =>
  ({ type: 'EndRequest', ...about, outcome }) as const
const ended = (outcome: RequestOutcome): AccountEvent => ({
  type: 'RequestEnded',
  schema: 1,
  data: { ...payOut, outcome },
})
const answered = { reason: { code: 'by-admin', text: commitment('because') } }

describe('a request', () => {
  it('is answered by any admin, whatever the standing of the person who asked', () => {
    account
      .given([opened()])
      .when(end('done'), admin)
      .then([ended('done')])
    account
      .given([opened(), blocked])
      .when(end('declined'), { ...superAdmin, ...answered })
      .then([ended('declined')])
  })
  it('of an admin is answered by another one', () => {
    const own = specOf(accountAggregate, ADMIN).given([opened('admin')])
    own.when(end('done'), admin).thenRefused('own_account')
    own.when(end('done'), superAdmin).then([ended('done')])
  })
  it('is withdrawn by the person who asked, and by nobody else', () => {
    account
      .given([opened()])
      .when(end('withdrawn'), bettor)
      .then([ended('withdrawn')])
    account.given([opened()]).when(end('withdrawn'), admin).thenRefused('not_the_owner')
  })
  it('is answered by no bettor and no part of the product', () => {
    for (const by of [bettor, settler]) account.given([opened()]).when(end('done'), by).thenRefused('not_an_admin')
    account.given([]).when(end('done'), admin).thenRefused('account_missing')
  })
  it('is declined with a reason', () => {
    account.given([opened()]).when(end('declined'), admin).thenRefused('answer_required')
    const unsaid = { reason: { code: 'by-admin', text: null } }
    account
      .given([opened()])
      .when(end('declined'), { ...admin, ...unsaid })
      .thenRefused('answer_required')
  })
})

const WAYS = [
  ['done', admin],
  ['done', superAdmin],
  ['declined', admin],
  ['declined', superAdmin],
  ['withdrawn', bettor],
] as const satisfies readonly (readonly [RequestOutcome, Partial<CommandMeta>])[]

it('law: a request ends once, by the first answer, whoever comes after', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WAYS), { minLength: 1, maxLength: 8 }), (attempts) => {
      const [first] = attempts
      const events = [{ event: ended(first![0]), meta: { ...first![1], ...answered } }]
      const { state } = account.given([opened(), ...events])
      for (const [outcome, by] of attempts) {
        const isSame = outcome === first![0] && by === first![1]
        const { decision } = account.given([opened(), ...events]).when(end(outcome), { ...by, ...answered })
        expect(decision).toMatchObject(
          isSame ? { accepted: true, events: [] } : { accepted: false, refusal: { code: 'request_decided' } },
        )
      }
      expect(state.endedRequests.get(payOut.request)).toMatchObject({
        outcome: first![0],
        reason: commitment('because'),
      })
    }),
  ))
