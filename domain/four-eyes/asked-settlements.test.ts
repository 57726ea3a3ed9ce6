import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import { fixtureAggregate } from '../fixture/aggregate.ts'
import type { AskableOnFixture } from '../fixture/commands.ts'
import type { FixtureEvent } from '../fixture/events.ts'
import { ADMIN, admin, at, BETTOR, betPlaced, bettor, id, opened, placeBet, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'

const fixture = specOf(fixtureAggregate, id('derby'))
const game = {
  source: 'feed',
  providerId: 'x',
  league: 'soccer_epl',
  home: 'A',
  away: 'B',
  startsAt: at(3600),
} as const
const listed: FixtureEvent = { type: 'FixtureListed', schema: 1, data: game }
const request = id('request')
const amounts = { movesCents: 600_000, aboveCents: 500_000 }
const score = { home: 2, away: 1 }
const record = {
  type: 'RecordResult',
  score,
  regulation: score,
  source: 'admin',
  reads: [],
  closedAt: at(9_000),
} as const
const ask = { type: 'AskSettlement', command: record, ...amounts } as const
const asked: FixtureEvent = {
  type: 'SettlementAsked',
  schema: 2,
  data: { request, command: 'RecordResult', score, regulation: score, ...amounts },
}
const asking = { ...admin, at: at(9_000), command: { id: request, hash: '0'.repeat(64) } }
const past = { event: asked, meta: asking }
const approve = { type: 'ApproveSettlement', request } as const
const decline = { type: 'DeclineSettlement', request } as const
const answer = { request, askedBy: ADMIN }
const other = { actor: { id: id('another admin'), role: 'admin' } } as const

describe('a decision above the amount', () => {
  it('waits, and moves nothing', () => {
    fixture.given([listed]).when(ask, asking).thenOnce([asked])
    expect(fixture.given([listed, past]).state.outcome).toBeNull()
    fixture.given([listed, past]).when(ask, other).thenRefused('settlement_waits')
  })

  it('cannot be asked for if it would be refused', () => {
    fixture.given([]).when(ask, asking).thenRefused('fixture_missing')
    fixture.given([listed]).when(ask, bettor).thenRefused('not_an_admin')
    const voidAll = { type: 'AskSettlement', command: { type: 'VoidFixture' }, ...amounts } as const
    const recorded: FixtureEvent = {
      type: 'ResultRecorded',
      schema: 2,
      data: { ...record, reads: [], type: undefined } as never,
    }
    fixture.given([listed, recorded]).when(voidAll, admin).thenRefused('super_admin_required')
  })

  it('is carried out with the approval of another admin, as it was asked for', () => {
    const { type: _, ...data } = record
    fixture
      .given([listed, past])
      .when(approve, { ...other, at: at(9_500) })
      .thenOnce([
        { type: 'SettlementApproved', schema: 1, data: answer },
        { type: 'ResultRecorded', schema: 2, data: { ...data, reads: [] } },
      ])
    fixture.given([listed, past]).when(approve, admin).thenRefused('second_admin_required')
    fixture.given([listed, past]).when(approve, bettor).thenRefused('not_an_admin')
    fixture.given([listed]).when(approve, other).thenRefused('settlement_not_asked')
  })

  it('needs a super admin among the two if it would need one from a single admin', () => {
    const data = { ...record, type: undefined } as never
    const recorded: FixtureEvent = { type: 'ResultRecorded', schema: 2, data }
    const whole: FixtureEvent = {
      type: 'SettlementAsked',
      schema: 2,
      data: { request, command: 'VoidFixture', ...amounts },
    }
    const bySuper = { event: whole, meta: { ...superAdmin, command: asking.command } }
    const voided: FixtureEvent = { type: 'FixtureVoided', schema: 1, data: {} }
    const approved = { ...answer, askedBy: superAdmin.actor.id }
    fixture
      .given([listed, recorded, bySuper])
      .when(approve, admin)
      .thenOnce([{ type: 'SettlementApproved', schema: 1, data: approved }, voided])
  })

  it('is declined by any admin, and then waits no longer', () => {
    const declined: FixtureEvent = { type: 'SettlementDeclined', schema: 1, data: answer }
    for (const who of [admin, other]) fixture.given([listed, past]).when(decline, who).thenOnce([declined])
    fixture.given([listed, past]).when(decline, bettor).thenRefused('not_an_admin')
    fixture.given([listed, past, declined]).when(approve, other).thenRefused('settlement_not_asked')
    fixture.given([listed, past, declined]).when(ask, asking).thenOnce([asked])
  })
})

describe('law: what two admins decide is what a super admin decides alone', () => {
  const recorded = {
    type: 'ResultRecorded',
    schema: 2,
    data: { score, source: 'admin', reads: [], closedAt: at(9_000) },
  } as FixtureEvent
  const voided = { type: 'FixtureVoided', schema: 1, data: { market: 'btts' } } as FixtureEvent
  const { regulation: _, ...noRegulation } = record
  it.each<[string, AskableOnFixture, FixtureEvent[]]>([
    ['a result', record, [listed]],
    ['a result without regulation time', noRegulation, [listed]],
    ['no result', { ...noRegulation, score: null }, [listed]],
    ['another result', { ...record, type: 'CorrectResult' }, [listed, recorded]],
    ['an abandonment', { type: 'AbandonFixture', why: 'by-hand', closedAt: at(9_000) }, [listed]],
    [
      'a market',
      { type: 'DecideMarket', market: 'btts', selections: [{ selection: 'yes', grade: 'won' }] },
      [listed, recorded],
    ],
    ['a void market', { type: 'VoidFixture', market: 'totals' }, [listed, voided, recorded]],
    ['a void event', { type: 'VoidFixture' }, [listed, voided, recorded]],
    ['a void event before its end', { type: 'VoidFixture' }, [listed, voided]],
  ])('%s', (_what, command, past) => {
    const by = { ...superAdmin, at: at(9_000), command: asking.command }
    const alone = fixture.given(past).when(command, by).decision
    const waits = fixture.given(past).when({ type: 'AskSettlement', command, ...amounts }, by).decision
    if (!alone.accepted || !waits.accepted) throw new Error('refused')
    expect(alone.events).toHaveLength(1)
    const approved = { type: 'SettlementApproved', schema: 1, data: { request, askedBy: superAdmin.actor.id } } as const
    fixture
      .given([...past, ...waits.events.map((event) => ({ event, meta: by }))])
      .when(approve, { ...admin, at: at(9_000) })
      .thenOnce([approved, ...alone.events])
  })

  it('a decision that would change nothing cannot be asked for', () =>
    fixture
      .given([listed, recorded])
      .when({ type: 'AskSettlement', command: noRegulation, ...amounts }, asking)
      .thenNothing())
  it('one that would be refused by now is refused when it is approved', () =>
    fixture.given([listed, past, recorded]).when(approve, other).thenRefused('fixture_closed'))
  it('a result of the feed cannot be asked for', () =>
    expect(() =>
      fixture.given([listed]).when({ ...ask, command: { ...record, source: 'feed' } as never }, asking),
    ).toThrow('does not wait'))
  it('what was not asked for cannot be declined', () =>
    fixture.given([listed]).when(decline, other).thenRefused('settlement_not_asked'))
})

describe('a bet', () => {
  it('is voided by two admins in one append', () => {
    const account = specOf(accountAggregate, BETTOR)
    const grant = { type: 'WelcomeGranted', schema: 1, data: { amountCents: 1_000_000 } } as const
    const placed = betPlaced(placeBet())
    const { bet, stakeCents } = placed.data
    const having = [opened(), grant, placed]
    const waits = {
      type: 'SettlementAsked',
      schema: 2,
      data: { request, command: 'VoidBet', bet, ...amounts },
    } as const
    account
      .given(having)
      .when({ type: 'AskSettlement', command: { type: 'VoidBet', bet, outcomes: [] }, ...amounts }, asking)
      .thenOnce([waits])
    account
      .given([...having, { event: waits, meta: asking }])
      .when({ ...approve, outcomes: [] }, other)
      .thenOnce([
        { type: 'SettlementApproved', schema: 1, data: answer },
        { type: 'BetVoided', schema: 1, data: { bet, stakeCents, owedPaidCents: 0 } },
      ])
  })
})
