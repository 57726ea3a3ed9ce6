import { expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import { admin, BETTOR, bettor, blocked, commitment, opened, settler, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const account = specOf(accountAggregate, BETTOR)
const add = (name: string) => ({ type: 'AddNote', text: commitment(name) }) as const
const added = (name: string): AccountEvent => ({ type: 'NoteAdded', schema: 1, data: { text: commitment(name) } })

it('is for any admin, about bettors of any standing', () => {
  account
    .given([opened()])
    .when(add('a'), admin)
    .then([added('a')])
  account
    .given([opened(), blocked, added('a')])
    .when(add('b'), superAdmin)
    .then([added('b')])
})

it('is for nobody else, and never about admins', () => {
  account.given([opened()]).when(add('a'), bettor).thenRefused('not_an_admin')
  account.given([opened()]).when(add('a'), settler).thenRefused('not_an_admin')
  account
    .given([opened('admin')])
    .when(add('a'), superAdmin)
    .thenRefused('not_a_bettor')
  account.given([]).when(add('a'), admin).thenRefused('account_missing')
})

it('leaves only the last note in the state', () => {
  const { state } = account.given([opened(), added('a'), added('b')])
  expect(state.lastNote).toBe(commitment('b'))
})
