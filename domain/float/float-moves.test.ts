import { expect, test } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import {
  ADMIN,
  BETTOR,
  betPlaced,
  floatSet,
  id,
  opened,
  placeBet,
  received,
  removed,
  sent,
} from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { floatMoves } from './float-moves.ts'

const returned = (into: 'wallet' | 'float'): AccountEvent => ({
  type: 'TransferReturned',
  schema: 1,
  data: { transfer: id('transfer'), into, amountCents: 10_000, owedPaidCents: 0 },
})
const withdrawn = (forwarded: boolean): AccountEvent => {
  const arrived = received(300) as AccountEvent & { type: 'TransferReceived' }
  return { ...arrived, data: { ...arrived.data, into: 'float', forwarded } }
}

test.each<[string, AccountEvent, ReturnType<typeof floatMoves>]>([
  ['raised by hand', floatSet(500, 200), [{ kind: 'granted', cents: 300 }]],
  ['lowered by hand', floatSet(200, 500), [{ kind: 'given-back', cents: -300 }]],
  ['left as it is', floatSet(500, 500), []],
  ['raised by a draw', floatSet(500, 200, { draw: id('draw') }), [{ kind: 'drawn', cents: 300 }]],
  ['given back at the end', removed(700), [{ kind: 'given-back', cents: -700 }]],
  ['empty at the end', removed(0), []],
  ['deposited', sent(), [{ kind: 'deposited', cents: -10_000 }]],
  ['paid out of a wallet', sent({ from: 'wallet' }), []],
  ['withdrawn', withdrawn(false), [{ kind: 'withdrawn', cents: 300 }]],
  [
    'withdrawn to who was removed',
    withdrawn(true),
    [
      { kind: 'withdrawn', cents: 300 },
      { kind: 'given-back', cents: -300 },
    ],
  ],
  ['received in a wallet', received(300), []],
  ['returned', returned('float'), [{ kind: 'returned', cents: 10_000 }]],
  ['returned to a wallet', returned('wallet'), []],
  ['a bet', betPlaced(placeBet()), []],
])('%s: moves the float by its kind', (_what, event, moves) => expect(floatMoves(event)).toEqual(moves))

test('law: the moves of an event add up to the change of the float in the state', () => {
  const past = [
    opened('admin'),
    floatSet(50_000),
    sent(),
    sent({ transfer: id('another'), to: BETTOR, amountCents: 5_000 }),
    returned('float'),
    withdrawn(false),
    floatSet(45_000, 45_300),
    floatSet(46_000, 45_000, { draw: id('draw') }),
    removed(46_000),
  ]
  for (let count = 1; count <= past.length; count++) {
    const { state } = specOf(accountAggregate, ADMIN).given(past.slice(0, count))
    const moved = past.slice(0, count).flatMap(floatMoves)
    expect([count, moved.reduce((sum, { cents }) => sum + cents, 0)]).toEqual([count, state.floatCents])
  }
})
