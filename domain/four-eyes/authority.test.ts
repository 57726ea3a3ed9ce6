import { describe, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import { ADMIN, admin, blocked, id, opened, removed } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const onAdmin = specOf(accountAggregate, ADMIN)
const use = { type: 'UseAuthority', decision: id('decision'), movesCents: 1_00, perDayCents: 5_00 } as const
const other = { actor: { id: id('other admin'), role: 'admin' } } as const

describe('authority', () => {
  it('is counted for whoever is at work, and not for who was blocked or removed', () => {
    onAdmin
      .given([opened('admin')])
      .when(use, admin)
      .thenOnce([
        { type: 'AuthorityUsed', schema: 1, data: { decision: id('decision'), movesCents: 1_00, perDayCents: 5_00 } },
      ])
    onAdmin
      .given([opened('admin'), blocked])
      .when(use, admin)
      .thenRefused('account_blocked')
    onAdmin
      .given([opened('admin'), removed()])
      .when(use, admin)
      .thenRefused('account_closed')
  })
  it('is counted where the hand is, who may be blocked or removed by then', () => {
    for (const gone of [blocked, removed()])
      onAdmin
        .given([opened('admin'), gone])
        .when(use, other)
        .thenOnce([
          { type: 'AuthorityUsed', schema: 1, data: { decision: id('decision'), movesCents: 1_00, perDayCents: 5_00 } },
        ])
  })
})
