// Each invariant is broken once, by an event that no decider would make, and the check must find it.
import { describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../account/events.ts'
import { accountStream } from '../../account/events.ts'
import type { BetPlaced, BetResettled, BetSettled } from '../../bet/bet-events.ts'
import type { DomainEvent } from '../../events.ts'
import { fixtureStream } from '../../fixture/events.ts'
import { walletOf } from '../../ledger/postings.ts'
import type { CommandMeta } from '../../meta.ts'
import { TREASURY, treasuryStream } from '../../treasury/events.ts'
import {
  ADMIN,
  admin,
  at,
  BETTOR,
  betPlaced,
  commitment,
  floatSet,
  id,
  metaOf,
  OTHER_ADMIN,
  opened,
  placeBet,
  received,
  resettled,
  sent,
  settled,
  superAdmin,
} from '../samples.ts'
import type { Balances } from './balances.ts'
import { LedgerCheck } from './invariants.ts'

const ADMIN_STREAM = accountStream(ADMIN)
const USER_STREAM = accountStream(BETTOR)
const DERBY = fixtureStream(id('derby'))

/** `by`: the actor; by default the bettor on the bettor's stream, a super admin elsewhere. */
type Told = readonly [stream: string, event: DomainEvent, seconds: number, by?: Partial<CommandMeta>]

const deposited = sent({ transfer: id('first deposit'), amountCents: 5000 })
const placed = betPlaced(placeBet())
const won = settled()
const result = (home: number, away: number, closedSeconds: number): DomainEvent => ({
  type: 'ResultRecorded',
  schema: 2,
  data: {
    score: { home, away },
    regulation: { home, away },
    source: 'feed',
    reads: [
      { readAt: at(9_000), message: commitment('first') },
      { readAt: at(9_030), message: commitment('second') },
    ],
    closedAt: at(closedSeconds),
  },
})
const listed: DomainEvent = {
  type: 'FixtureListed',
  schema: 1,
  data: { source: 'feed', providerId: 'x', league: 'soccer_epl', home: 'A', away: 'B', startsAt: at(3600) },
}

const begun: Told[] = [
  [ADMIN_STREAM, opened('admin'), 0],
  [ADMIN_STREAM, floatSet(20_000), 0],
  [USER_STREAM, opened(), 0],
  [ADMIN_STREAM, deposited, 0],
  [USER_STREAM, received(5000), 1],
  [DERBY, listed, 1],
]
const whole: Told[] = [
  ...begun,
  [USER_STREAM, placed, 10],
  [DERBY, result(2, 1, 8_000), 9_030],
  [USER_STREAM, won, 9_060],
]

/** `slipped`: what somebody did to the balances before the last event. */
function checked(log: readonly Told[], slipped?: (balances: Balances) => void) {
  const check = new LedgerCheck()
  const versions = new Map<string, number>()
  for (const [index, [stream, event, seconds, by]] of log.entries()) {
    if (index === log.length - 1) slipped?.(check.balances)
    const version = (versions.get(stream) ?? -1) + 1
    versions.set(stream, version)
    const whose = by ?? (stream === USER_STREAM ? {} : superAdmin)
    check.fold({ ...event, stream, version, meta: metaOf({ ...whose, at: at(seconds) }) })
  }
  return check.finish()
}
const broken = (log: readonly Told[]): number[] =>
  [...new Set(checked(log).map(({ invariant }) => invariant))].sort((a, b) => a - b)

/** The whole history with its bet struck, or settled, differently. */
const struck = (changes: Partial<BetPlaced>): Told[] =>
  whole.map(([stream, event, seconds]) =>
    event === placed
      ? [stream, { ...placed, data: { ...placed.data, ...changes } }, seconds]
      : [stream, event, seconds],
  )
const settledAs = (changes: Partial<BetSettled>): Told[] =>
  whole.map(([stream, event, seconds]) =>
    event === won ? [stream, { ...won, data: { ...won.data, ...changes } }, seconds] : [stream, event, seconds],
  )

describe('the invariants', () => {
  it('hold for an honest log', () => expect(checked(whole)).toEqual([]))
  it('1: postings move whole positive amounts', () => {
    const halfCent: AccountEvent = { type: 'WelcomeGranted', schema: 1, data: { amountCents: Number.NaN } }
    expect(() => checked([...begun, [USER_STREAM, halfCent, 2]])).toThrow(RangeError)
    const half = { ...won.data, returnCents: 2100.5 }
    expect(() => checked([...whole.slice(0, -1), [USER_STREAM, { ...won, data: half }, 2]])).toThrow(RangeError)
  })
  it('2, 7 and 8: no money comes from nowhere, and the house has what bets left it', () => {
    const found = (slipped: (balances: Balances) => void) => [
      ...new Set(checked(whole, slipped).map(({ invariant }) => invariant)),
    ]
    expect(found((balances) => balances.set('house:grants', 1))).toEqual([2, 8])
    expect(found((balances) => balances.set('treasury', -20_001))).toEqual([2, 8])
    expect(found((balances) => balances.set('house:profit', -1))).toEqual([7, 2, 8])
    const other = walletOf(id('somebody'))
    expect(found((balances) => balances.set('house:profit', -1).set(other, 1))).toEqual([7])
    expect(found((balances) => balances.set('house:grants', -1).set(other, 1))).toEqual([])
  })
  it('3: nothing is overdrawn', () => {
    expect(broken([...begun, [USER_STREAM, betPlaced(placeBet({ stakeCents: 5001 })), 2]])).toEqual([3])
    expect(broken([...begun, [USER_STREAM, received(1, id('out of nowhere')), 2]])).toEqual([3, 13])
  })
  it('4 and 6: a bet holds its stake once, and gives it back once', () => {
    expect(broken([...whole, [USER_STREAM, won, 9_100]])).toEqual([3, 4, 5, 6])
    expect(broken([...begun, [USER_STREAM, placed, 2], [USER_STREAM, placed, 3]])).toEqual([4, 6])
    const voided: AccountEvent = {
      type: 'BetVoided',
      schema: 1,
      data: { bet: id('bet'), stakeCents: 999, owedPaidCents: 0 },
    }
    expect(broken([...begun, [USER_STREAM, placed, 2], [USER_STREAM, voided, 3]])).toEqual([4, 5])
    expect(broken([...begun, [USER_STREAM, voided, 3]])).toEqual([3, 4, 5, 6])
  })
  it('9: a return follows from the outcomes named, by the rules', () => {
    expect(broken(settledAs({ returnCents: 2101 }))).toEqual([9])
    expect(broken(settledAs({ outcome: 'refunded', returnCents: 1000 }))).toEqual([9])
    const [leg] = won.data.legs
    expect(broken(settledAs({ legs: [{ ...leg!, result: 0 }] }))).toEqual([9])
    expect(broken(settledAs({ legs: [{ ...leg!, factor: '2.11' }] }))).toEqual([9])
    expect(broken(settledAs({ legs: [] }))).toEqual([9])
  })
  it('10: a bet is struck at its own quotes, within what its bettor accepted', () => {
    expect(broken(struck({ odds: '2.11', potentialReturnCents: 2110 }))).toEqual([10])
    expect(broken(struck({ potentialReturnCents: 2200 }))).toEqual([10])
    const seen = (odds: string) => placed.data.legs.map((leg) => ({ ...leg, seen: odds }))
    expect(broken(struck({ legs: seen('1.80') }))).toEqual([10])
    expect(broken(struck({ legs: seen('2.00') }))).toEqual([])
    expect(broken(struck({ policy: 'none', legs: seen('2.11') }))).toEqual([10])
    expect(broken(struck({ policy: 'better', legs: seen('2.11') }))).toEqual([10])
    expect(broken(struck({ policy: 'any', legs: seen('9.99') }))).toEqual([])
  })
  it('10: a bet placed after the close is late, and void', () => {
    const late = whole.map((told): Told => (told[1] === placed ? [told[0], told[1], 8_000] : told))
    expect(broken(late)).toEqual([9])
    const [leg] = won.data.legs
    const refunded = {
      ...won.data,
      outcome: 'refunded' as const,
      returnCents: 1000,
      legs: [{ ...leg!, grade: 'void' as const, voidReason: 'late' as const, factor: '1.00' }],
    }
    const voided = late.map((told): Told => (told[1] === won ? [told[0], { ...won, data: refunded }, 9_060] : told))
    expect(checked(voided)).toEqual([])
  })
  describe('a settlement taken back', () => {
    const corrected: DomainEvent = {
      type: 'ResultCorrected',
      schema: 2,
      data: {
        score: { home: 0, away: 1 },
        regulation: { home: 0, away: 1 },
        source: 'admin',
        reads: [],
        closedAt: at(8_000),
        replaces: 1,
      },
    }
    const lost = { leg: 0, fixture: id('derby'), result: 2, grade: 'lost', factor: '0.00' } as const
    const settlement: NonNullable<BetResettled['settlement']> = {
      rule: 2,
      outcome: 'lost',
      returnCents: 0,
      owedPaidCents: 0,
      legs: [lost],
    }
    const resettledAs = (changes: Partial<BetResettled>) => resettled({ settlement, ...changes })
    const anew = (changes: Partial<BetResettled> = {}): Told[] => [
      ...whole,
      [DERBY, corrected, 9_500],
      [USER_STREAM, resettledAs(changes), 9_600],
    ]
    const refund = { rule: 2, outcome: 'refunded', returnCents: 1000, owedPaidCents: 0, legs: [] } as const
    it('is honest as it was made: replaced, voided, or opened again', () => {
      expect(checked(anew())).toEqual([])
      expect(checked(anew({ settlement: null }))).toEqual([])
      expect(checked(anew({ settlement: { ...refund, legs: [] } }))).toEqual([])
    })
    it('6: is the one in force, with what it paid', () => {
      expect(broken(anew({ replaces: 2 }))).toEqual([6])
      expect(broken(anew({ stakeCents: 999 }))).toEqual([6])
      expect(broken(anew({ reversedReturnCents: 2000 }))).toContain(6)
      expect(broken(anew({ shortfallCents: 300, reversedOwedPaidCents: 300 }))).toContain(6)
      expect(broken([...anew(), ...anew().slice(-1)])).toContain(6)
    })
    it('3: leaves no wallet overdrawn', () => {
      const spent = sent({ from: 'wallet', to: ADMIN, into: 'float', amountCents: 6000, purpose: 'withdrawal' })
      const arrived: AccountEvent = { ...received(6000, id('transfer')), type: 'TransferReceived' } as AccountEvent
      const into = { ...(arrived.data as object), sender: BETTOR, into: 'float', purpose: 'withdrawal' }
      const emptied: Told[] = [
        ...anew().slice(0, -1),
        [USER_STREAM, spent, 9_550],
        [ADMIN_STREAM, { ...arrived, data: into } as AccountEvent, 9_560],
      ]
      const taken = (changes: Partial<BetResettled>): Told[] => [...emptied, [USER_STREAM, resettledAs(changes), 9_600]]
      expect(broken(taken({}))).toEqual([3])
      expect(checked(taken({ shortfallCents: 2000 }))).toEqual([])
    })
    it('9: is replaced by what the rules make of the outcomes named, or by the stake', () => {
      expect(broken(anew({ settlement: { ...settlement, legs: [{ ...lost, result: 1 }] } }))).toEqual([9])
      expect(broken(anew({ settlement: { ...settlement, returnCents: 1 } }))).toEqual([9])
      expect(broken(anew({ settlement: { ...refund, returnCents: 1001, legs: [] } }))).toEqual([9])
    })
  })
  it('13: what was sent arrives', () =>
    expect(broken(begun.filter(([, event]) => event.type !== 'TransferReceived'))).toEqual([13]))

  describe('14: a float is raised', () => {
    const other = accountStream(OTHER_ADMIN)
    const treasury = treasuryStream(TREASURY)
    const draw = { draw: id('draw'), account: OTHER_ADMIN, amountCents: 500 }
    const drawn = { type: 'TreasuryDrawn', schema: 1, data: { ...draw, budgetCents: 500 } } as const
    const asked = { type: 'TreasuryDrawRequested', schema: 1, data: { ...draw, budgetCents: 0, usedCents: 0 } } as const
    const decided = { ...draw, requestedBy: ADMIN }
    const approved = { type: 'TreasuryDrawApproved', schema: 1, data: decided } as const
    const declined = { type: 'TreasuryDrawDeclined', schema: 1, data: decided } as const
    const raised = [
      other,
      floatSet(500, 0, { draw: id('draw') }),
      3,
      { actor: { id: 'treasury', role: 'system' } },
    ] as const
    const there: Told = [other, opened('admin'), 0]

    it('by a draw that was granted, or a super admin', () => {
      expect(checked([there, [treasury, drawn, 1, admin], raised])).toEqual([])
      expect(checked([there, [treasury, asked, 1, admin], [treasury, approved, 2], raised])).toEqual([])
      expect(checked([there, [other, floatSet(500), 1]])).toEqual([])
      expect(checked([there, [other, floatSet(500), 1], [other, floatSet(1, 500), 2, admin]])).toEqual([])
    })
    it.each<[string, readonly Told[]]>([
      ['without a draw', [[other, floatSet(1), 1, admin]]],
      ['before its draw is granted', [[treasury, asked, 1, admin], raised]],
      ['after its draw was declined', [[treasury, asked, 1, admin], [treasury, declined, 2], raised]],
      [
        'twice by one draw',
        [[treasury, drawn, 1, admin], raised, [raised[0], floatSet(1_000, 500, { draw: id('draw') }), 4]],
      ],
      [
        'by more than its draw',
        [
          [treasury, drawn, 1, admin],
          [other, floatSet(501, 0, { draw: id('draw') }), 3],
        ],
      ],
      [
        'for another',
        [
          [treasury, drawn, 1, admin],
          [ADMIN_STREAM, opened('admin'), 1],
          [ADMIN_STREAM, raised[1], 3],
        ],
      ],
      ['by what a plain admin approved', [[treasury, asked, 1, admin], [treasury, approved, 2, admin], raised]],
      [
        'by what was approved twice',
        [
          [treasury, asked, 1, admin],
          [treasury, approved, 2],
          [treasury, approved, 2],
        ],
      ],
      [
        'beyond the budget of a day',
        [
          [treasury, drawn, 1, admin],
          [treasury, { ...drawn, data: { ...drawn.data, draw: id('next') } }, 2, admin],
        ],
      ],
      [
        'by a draw that another has replaced',
        [
          [treasury, asked, 1, admin],
          [treasury, { ...asked, data: { ...asked.data, draw: id('next'), replaces: id('draw') } }, 2, admin],
          [treasury, approved, 3],
        ],
      ],
    ])('not %s', (_how, log) => expect(broken([there, ...log])).toEqual([14]))
  })
})
