// Each rule of the auditor, tested with a log in which one thing is wrong and everything else is as it should be.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FindingCode } from '#services/auditor/findings/finding-codes.ts'
import type { StoredEvent } from '#services/event-store/port.ts'
import { keepCustomers } from '../corpus/customers.ts'
import { changeEmails } from '../corpus/email-changes.ts'
import { changePasswords } from '../corpus/password-changes.ts'
import { limitPlay } from '../corpus/play-limits.ts'
import { publishFreshQuotes } from '../corpus/quotes-published.ts'
import { idOf } from '../corpus/script.ts'
import { secureSignIns } from '../corpus/second-factors.ts'
import {
  audit,
  by,
  type Change,
  codesIn,
  codesOfChanged,
  corpusLog,
  type Draft,
  first,
  followedBy,
  gone,
  has,
  type Mutation,
  rewrite,
  set,
  twice,
} from './rewritten.ts'

let log: StoredEvent[]
/** With password changes. */
let passwordLog: StoredEvent[]
/** With changes of email addresses. */
let emailLog: StoredEvent[]
/** With second factors set up and sessions ended. */
let accessLog: StoredEvent[]
/** With quotes published in batches. */
let quoteLog: StoredEvent[]
/** With a bettor's own play limits. */
let playLog: StoredEvent[]
/** With caps on bets and notes. */
let customerLog: StoredEvent[]
beforeAll(async () => {
  log = await corpusLog()
  passwordLog = await corpusLog(changePasswords)
  emailLog = await corpusLog(changeEmails)
  accessLog = await corpusLog(secureSignIns)
  quoteLog = await corpusLog(publishFreshQuotes)
  playLog = await corpusLog(limitPlay)
  customerLog = await corpusLog(keepCustomers)
})

const codesOf = (type: string, change: Change, fits?: (draft: Draft) => boolean, events = log) =>
  codesOfChanged(events, type, change, fits)

const ofBet = (name: string) => has('bet', idOf(name))
const of = (name: string) => (draft: Draft) => draft.stream === `account-${idOf(name)}`
const plus = (cents: number) => (old: number) => old + cents
const startOf = (bet: Draft) => (bet.data as { legs: [{ startsAt: string }] }).legs[0].startsAt
const withoutLast = (old: unknown[]) => old.slice(0, -1) as never
const streamOf = (name: string) => set({ stream: `account-${idOf(name)}` })
/** Removes a field of its first leg. */
const without = (field: string) => (draft: Draft) => {
  delete (draft as unknown as { data: { legs: Record<string, unknown>[] } }).data.legs[0]![field]
  return draft
}
/** A bet as in version 1: without the seals of its prices. */
const inFirstVersion = (draft: Draft): Draft => {
  const { seenCount: _, seenParlayOdds: _parlay, delay: _delay, legs, ...data } = draft.data as Record<string, unknown>
  const first1 = (legs as Record<string, unknown>[]).map(({ seal: _seal, seen: _seen, price: _price, ...leg }) => ({
    ...{ inPlay: false, drawOffered: false, point: null },
    ...leg,
  }))
  const seenOdds = (legs as { odds: string; seen?: string }[]).map(({ odds, seen }) => seen ?? odds)
  return first({ ...draft, data: { ...data, legs: first1, seenOdds } as Draft['data'] })
}
const LATER = '2026-02-01T00:00:00.000Z'
const EARLIER = '2026-01-01T00:00:00.000Z'

test('the log itself, chained again, is clean', () => {
  expect(audit(rewrite(log)).sorted()).toEqual([])
  expect(audit(rewrite(passwordLog)).sorted()).toEqual([])
  expect(audit(rewrite(emailLog)).sorted()).toEqual([])
  expect(audit(rewrite(accessLog)).sorted()).toEqual([])
  expect(audit(rewrite(quoteLog)).sorted()).toEqual([])
  expect(audit(rewrite(playLog)).sorted()).toEqual([])
})

const check = ([, code, type, change, fits]: Mutation) => expect(codesOf(type, change, fits)).toContain(code)
const readsApart =
  (ms: number): Change =>
  (draft) => {
    const { reads } = draft.data as { reads: { readAt: string }[] }
    reads[1]!.readAt = new Date(Date.parse(reads[0]!.readAt) + ms).toISOString()
    return draft
  }
const named = (cases: readonly Mutation[]) => cases.map((one) => [`${one[0]}: ${one[1]}`, one] as const)

const byPart = (id: string) => set({ 'meta.actor': { id, role: 'system' } })

/** The money goes back to whoever sent it. */
const returnedInstead =
  (into: 'wallet' | 'float'): Change =>
  (draft) => {
    const { transfer, sender, amountCents } = draft.data as { transfer: string; sender: string; amountCents: number }
    const data = { transfer, into, amountCents, owedPaidCents: 0 }
    return { ...draft, type: 'TransferReturned', stream: `account-${sender}`, data }
  }
const because = (cause: string) => set({ 'meta.causation': cause })
/** A debt is left open, and an admin pays out a cent all the same. */
const paidOut: Change = (draft) => followedBy(payOut)(set({ 'data.shortfallCents': 5 })(draft) as Draft)
const payOut = (draft: Draft): Draft =>
  first({
    ...draft,
    type: 'TransferSent',
    data: {
      ...{ transfer: idOf('paid out'), from: 'wallet', to: idOf('ada'), into: 'float' },
      ...{ amountCents: 1, purpose: 'withdrawal' },
    },
    meta: { ...draft.meta, actor: { id: idOf('ada'), role: 'admin' } },
  })
const MONEY: readonly Mutation[] = [
  ['a float set from another balance', 'before_mismatch', 'FloatSet', set({ 'data.beforeCents': 1 })],
  ['a float set by its own admin', 'actor_implausible', 'FloatSet', by('ada', 'admin'), has('afterCents', 1_500_000)],
  ['more received than sent', 'transfer_mismatch', 'TransferReceived', set({ 'data.amountCents': plus(1) })],
  ['received because of something else', 'transfer_mismatch', 'TransferReceived', because(`account-${idOf('root')}@0`)],
  ['paid out while a debt is open', 'transfer_mismatch', 'BetResettled', paidOut, ofBet('home win')],
  ['received by another admin', 'transfer_mismatch', 'TransferReceived', by('root', 'super-admin')],
  ['received twice', 'transfer_unknown', 'TransferReceived', twice],
  ['received from another', 'transfer_mismatch', 'TransferReceived', set({ 'data.sender': idOf('bob') })],
  ['received for another purpose', 'transfer_mismatch', 'TransferReceived', set({ 'data.purpose': 'withdrawal' })],
  ['received, though owing nothing', 'owed_mismatch', 'TransferReceived', set({ 'data.owedPaidCents': 5 })],
  ['forwarded to the treasury', 'transfer_mismatch', 'TransferReceived', set({ 'data.forwarded': true })],
  ['received into a float', 'purse_mismatch', 'TransferReceived', set({ 'data.into': 'float' })],
  ['sent twice', 'transfer_repeated', 'TransferSent', twice],
  ['sent beyond the float', 'floor_broken', 'TransferSent', set({ 'data.amountCents': 9_000_000_000 })],
  ['more sent than can be', 'amount_out_of_bounds', 'TransferSent', set({ 'data.amountCents': 1e12 + 1 })],
  ['a float of more than can be', 'amount_out_of_bounds', 'FloatSet', set({ 'data.afterCents': 1e12 + 1 })],
  ['sent into a float', 'transfer_mismatch', 'TransferSent', set({ 'data.into': 'float' })],
  ['sent to itself', 'transfer_mismatch', 'TransferSent', set({ 'data.to': idOf('ada') })],
  ['a deposit by a part of the product', 'actor_implausible', 'TransferSent', byPart('transfers')],
  ['sent by a bettor', 'actor_implausible', 'TransferSent', by('bob', 'user'), has('purpose', 'deposit')],
  ['returned to another purse', 'transfer_mismatch', 'TransferReturned', set({ 'data.into': 'wallet' })],
  ['returned to another account', 'transfer_mismatch', 'TransferReturned', streamOf('cy')],
  [
    'returned though its receiver was there to take it',
    'transfer_mismatch',
    'TransferReceived',
    returnedInstead('wallet'),
    has('transfer', idOf('payout')),
  ],
  ['a grant that was given again', 'grant_misplaced', 'WelcomeGranted', twice],
  ['a grant for an admin', 'purse_mismatch', 'WelcomeGranted', streamOf('ada')],
]
const ageless = set({ 'data.ageAttested': false })
const ofAge = set({ 'data.ageAttested': true })
const ACCOUNTS: readonly Mutation[] = [
  ['opened twice', 'account_repeated', 'AccountOpened', twice],
  ['never opened', 'account_unknown', 'AccountOpened', gone, of('bob')],
  ['opened by nobody', 'opener_implausible', 'AccountOpened', set({ 'data.openedBy': idOf('nobody') }), of('ada')],
  ['an admin by sign-up', 'opener_implausible', 'AccountOpened', set({ 'data.openedBy': 'sign-up' }), of('ada')],
  ['an admin who bets', 'bet_by_admin', 'AccountOpened', set({ 'data.role': 'admin' }), of('bob')],
  ['blocked twice', 'standing_repeated', 'AccountBlocked', twice],
  ['unblocked twice', 'standing_repeated', 'AccountUnblocked', twice],
  ['a super admin blocked', 'actor_implausible', 'AccountBlocked', streamOf('root')],
  ['blocked by itself', 'actor_implausible', 'AccountBlocked', streamOf('ada')],
  ['blocked by a bettor', 'actor_implausible', 'AccountBlocked', by('bob', 'user')],
  ['blocked by a part of the product', 'actor_implausible', 'AccountBlocked', byPart('setup')],
  ['unblocked by a part of the product', 'actor_implausible', 'AccountUnblocked', byPart('setup')],
  ['opened by somebody else than it says', 'opener_implausible', 'AccountOpened', byPart('sign-up'), of('ada')],
  [
    'opened at a start long after the first',
    'opener_implausible',
    'AccountOpened',
    set({ 'data.openedBy': 'setup', 'data.role': 'super-admin', 'meta.actor': { id: 'setup', role: 'system' } }),
    of('cy'),
  ],
  ['opened for somebody under age', 'opener_implausible', 'AccountOpened', ageless, of('bob')],
  ['opened at the first start by somebody of age', 'opener_implausible', 'AccountOpened', ofAge, of('root')],
  ['an actor of another role', 'actor_implausible', 'AccountBlocked', by('ada', 'super-admin')],
  ['an actor that is no account', 'actor_implausible', 'AccountBlocked', by('nobody', 'admin')],
  ['a cause to come', 'causation_unknown', 'AccountBlocked', set({ 'meta.causation': `account-${idOf('ada')}@999` })],
]
const commitment = (name: string) => createHash('sha256').update(`password ${name}`).digest('hex')
const to = (name: string) => has('password', commitment(name))
const PASSWORDS: readonly Mutation[] = [
  ['of an account never opened', 'account_unknown', 'AccountOpened', gone, of('cy')],
  ['the commitment of before', 'password_repeated', 'PasswordChanged', twice],
  [
    'an earlier commitment',
    'password_repeated',
    'PasswordChanged',
    set({ 'data.password': commitment('bob') }),
    to('bob 3'),
  ],
  ['by another user', 'actor_implausible', 'PasswordChanged', by('cy', 'user'), to('bob 2')],
  ['by an admin who did not create it', 'actor_implausible', 'PasswordChanged', by('ada', 'admin'), to('cy 2')],
  ['by an admin, of a super admin', 'actor_implausible', 'PasswordChanged', by('ada', 'admin'), to('root 2')],
  ['by the product', 'actor_implausible', 'PasswordChanged', set({ 'meta.actor': { id: 'setup', role: 'system' } })],
  ['by the account, which was blocked', 'actor_implausible', 'PasswordChanged', by('bob', 'user'), to('bob 4')],
  ['in another role', 'actor_implausible', 'PasswordChanged', by('bob', 'admin'), to('bob 2')],
  ['on a fixture', 'schema_mismatch', 'PasswordChanged', set({ stream: `fixture-${idOf('cup')}` })],
  ['with the hash itself', 'schema_mismatch', 'PasswordChanged', set({ 'data.password': '$argon2id$v=19' })],
]
const emailCommitment = (name: string) => createHash('sha256').update(`email ${name}`).digest('hex')
const EMAILS: readonly Mutation[] = [
  ['of an account never opened', 'account_unknown', 'AccountOpened', gone, of('cy')],
  ['the commitment of before', 'email_repeated', 'EmailChanged', twice],
  [
    'an earlier commitment',
    'email_repeated',
    'EmailChanged',
    set({ 'data.email': emailCommitment('cy') }),
    has('email', emailCommitment('cy 2')),
  ],
  ['removed where there is none', 'email_repeated', 'EmailChanged', set({ data: {} })],
  ['by an admin', 'actor_implausible', 'EmailChanged', by('ada', 'admin'), of('bob')],
  ['by another user', 'actor_implausible', 'EmailChanged', by('cy', 'user'), of('bob')],
  ['by the product', 'actor_implausible', 'EmailChanged', set({ 'meta.actor': { id: 'setup', role: 'system' } })],
  ['with the address itself', 'schema_mismatch', 'EmailChanged', set({ 'data.email': 'ada@example.org' })],
]
const factorOf = (name: string) => createHash('sha256').update(`factor ${name}`).digest('hex')
const ACCESS: readonly Mutation[] = [
  ['set up twice', 'factor_implausible', 'SecondFactorEnabled', twice],
  [
    'the secret of another account’s past',
    'factor_repeated',
    'SecondFactorEnabled',
    set({ 'data.factor': factorOf('cy') }),
    has('factor', factorOf('cy 2')),
  ],
  ['set up by an admin', 'actor_implausible', 'SecondFactorEnabled', by('ada', 'admin'), of('bob')],
  ['with the secret itself', 'schema_mismatch', 'SecondFactorEnabled', set({ 'data.factor': 'JBSWY3DPEHPK3PXP' })],
  ['renewed with the codes of before', 'factor_repeated', 'RecoveryCodesRenewed', twice],
  ['renewed where there is none', 'factor_implausible', 'SecondFactorEnabled', gone, of('bob')],
  ['turned off twice', 'factor_implausible', 'SecondFactorDisabled', twice],
  ['turned off by another', 'actor_implausible', 'SecondFactorDisabled', by('bob', 'user')],
  ['removed by an admin', 'actor_implausible', 'SecondFactorRemoved', by('ada', 'admin')],
  ['removed by its owner', 'actor_implausible', 'SecondFactorRemoved', by('bob', 'user')],
  ['sessions ended by a bettor', 'actor_implausible', 'SessionsEnded', by('cy', 'user'), of('bob')],
  ['an admin’s sessions ended by an admin', 'actor_implausible', 'SessionsEnded', by('ada', 'admin'), of('ada')],
  [
    'sessions ended by the product',
    'actor_implausible',
    'SessionsEnded',
    set({ 'meta.actor': { id: 'setup', role: 'system' } }),
  ],
]
const FIXTURES: readonly Mutation[] = [
  ['listed twice', 'fixture_repeated', 'FixtureListed', twice],
  ['never listed', 'fixture_unknown', 'FixtureListed', gone],
  ['moved from elsewhere', 'fixture_moved_wrong', 'FixtureMoved', set({ 'data.from': EARLIER })],
  ['listed by an admin', 'actor_implausible', 'FixtureListed', by('ada', 'admin')],
  ['moved by an admin', 'actor_implausible', 'FixtureMoved', by('ada', 'admin')],
  ['an id linked by an admin', 'actor_implausible', 'ProviderIdLinked', by('ada', 'admin')],
  ['an id of two games', 'provider_id_taken', 'FixtureListed', set({ 'data.providerId': 'another-id-of-the-cup' })],
  ['a second result', 'result_repeated', 'ResultRecorded', twice],
  ['abandoned twice', 'result_repeated', 'FixtureAbandoned', twice],
  ['one read', 'result_unfounded', 'ResultRecorded', set({ 'data.reads': withoutLast })],
  ['two reads that are hardly apart', 'result_unfounded', 'ResultRecorded', readsApart(29_999)],
  [
    'reads of before the start',
    'result_unfounded',
    'ResultRecorded',
    set({ 'data.reads.0.readAt': EARLIER, 'data.reads.1.readAt': '2026-01-01T00:01:00.000Z' }),
  ],
  ['reads of after it was recorded', 'result_unfounded', 'ResultRecorded', set({ 'data.reads.1.readAt': LATER })],
  ['reads of an admin', 'result_unfounded', 'ResultRecorded', set({ 'data.source': 'admin' })],
  ['closed after the first read', 'closed_late', 'ResultRecorded', set({ 'data.closedAt': LATER })],
  ['abandoned before it closed', 'closed_late', 'FixtureAbandoned', set({ 'data.closedAt': LATER })],
  ['closed before its start', 'closed_early', 'ResultRecorded', set({ 'data.closedAt': EARLIER })],
  ['abandoned as of before its start', 'closed_early', 'FixtureAbandoned', set({ 'data.closedAt': EARLIER })],
  ['corrected as of before its start', 'closed_early', 'ResultCorrected', set({ 'data.closedAt': EARLIER })],
  ['a result of the feed by an admin', 'actor_implausible', 'ResultRecorded', by('ada', 'admin')],
  [
    'a result by hand of nobody',
    'actor_implausible',
    'ResultRecorded',
    set({ 'data.source': 'admin', 'data.reads': [] }),
  ],
  ['abandoned by the hand of nobody', 'actor_implausible', 'FixtureAbandoned', set({ 'data.why': 'by-hand' })],
  ['a correction of nothing', 'correction_mismatch', 'ResultCorrected', set({ 'data.replaces': plus(1) })],
  ['a correction that reopens', 'closed_late', 'ResultCorrected', set({ 'data.closedAt': LATER })],
]

const repeated = ([leg]: Draft[]) => Array.from({ length: 21 }, () => structuredClone(leg)) as never
const NO_LIMITS = { 'data.limits.minStakeCents': 1, 'data.limits.maxLegs': 100 }
const PLACING: readonly (readonly [string, FindingCode, Change])[] = [
  ['a stake below the limit', 'stake_below_limit', set({ 'data.limits.minStakeCents': 100_000 })],
  ['a stake below what the product takes', 'stake_below_limit', set({ 'data.stakeCents': 9, ...NO_LIMITS })],
  ['another least stake', 'limits_misstated', set({ 'data.limits.minStakeCents': 1 })],
  ['a return above the limit', 'payout_above_limit', set({ 'data.limits.maxPayoutCents': 1 })],
  ['more legs than allowed', 'legs_above_limit', set({ 'data.limits.maxLegs': 1 })],
  ['more legs than the product takes', 'schema_mismatch', set({ ...NO_LIMITS, 'data.legs': repeated })],
  ['another most of legs', 'limits_misstated', set({ 'data.limits.maxLegs': 100 })],
  ['more than the wallet holds', 'floor_broken', set({ 'data.stakeCents': 900_000 })],
  ['odds that are not the product', 'odds_mismatch', set({ 'data.odds': '99.00' })],
  ['another potential return', 'potential_mismatch', set({ 'data.potentialReturnCents': plus(1) })],
  ['odds that were not accepted', 'odds_policy', set({ 'data.legs.0.seen': '1.01' })],
  ['a policy of no change', 'odds_policy', set({ 'data.policy': 'none', 'data.legs.0.seen': '2.11' })],
  ['a total that was not accepted', 'odds_policy', set({ 'data.seenParlayOdds': '99.00' })],
  ['one fixture twice', 'fixture_twice', set({ 'data.legs.1.fixture': idOf('derby') })],
  ['a fixture that is not listed', 'quote_unknown', set({ 'data.legs.0.fixture': idOf('nowhere') })],
  ['a version that is not there', 'quote_unknown', set({ 'data.legs.0.fixtureVersion': 9 })],
  ['another league', 'quote_mismatch', set({ 'data.legs.0.league': 'soccer_nowhere' })],
  ['another start', 'quote_mismatch', set({ 'data.legs.0.startsAt': EARLIER })],
  ['a market that is not settled', 'quote_mismatch', set({ 'data.legs.0.market': 'totals' })],
  ['a market with a point', 'quote_mismatch', set({ 'data.legs.0.point': '1.5' })],
  ['a selection that is none', 'quote_mismatch', set({ 'data.legs.0.selection': 'both' })],
  [
    'a draw not offered',
    'quote_mismatch',
    (draft) => set({ 'data.legs.0.selection': 'draw' })(without('drawOffered')(draft)),
  ],
  ['the other team', 'quote_mismatch', set({ 'data.legs.0.selectionName': 'Hill City' })],
  ['a quote from the future', 'quote_time', set({ 'data.legs.0.fetchedAt': LATER })],
  ['a quote of before the start, struck at it', 'quote_time', (bet) => set({ 'meta.at': startOf(bet) })(bet)],
  ['the id of an open bet', 'bet_repeated', twice],
  ['by an admin', 'actor_implausible', by('ada', 'admin')],
  ['by another bettor', 'actor_implausible', by('cy', 'user')],
  ['by the product', 'actor_implausible', set({ 'meta.actor': { id: 'settler', role: 'system' } })],
]
const placing = PLACING.map(([what, code, change]): Mutation => [what, code, 'BetPlaced', change, ofBet('treble')])

const won =
  (factor: string): Change =>
  (draft) =>
    set({ 'data.legs.0.grade': 'won', 'data.legs.0.factor': factor })(without('voidReason')(draft))
const SETTLING: readonly (readonly [string, FindingCode, string, Change])[] = [
  ['one cent more', 'return_mismatch', 'home win', set({ 'data.returnCents': plus(1) })],
  ['one cent less', 'return_mismatch', 'home win', set({ 'data.returnCents': plus(-1) })],
  ['a lost bet that returns', 'return_mismatch', 'draw', set({ 'data.returnCents': 1 })],
  ['another outcome', 'outcome_mismatch', 'home win', set({ 'data.outcome': 'refunded' })],
  ['another stake', 'stake_mismatch', 'home win', set({ 'data.stakeCents': plus(1) })],
  ['a lost leg called won', 'grade_mismatch', 'draw', won('3.40')],
  ['another factor', 'grade_mismatch', 'home win', set({ 'data.legs.0.factor': '2.20' })],
  ['a late leg called won', 'grade_mismatch', 'too late', won('2.10')],
  ['another reason of a void', 'grade_mismatch', 'washed out', set({ 'data.legs.0.voidReason': 'abandoned' })],
  ['a result that is none', 'result_unknown', 'home win', set({ 'data.legs.0.result': 0 })],
  ['the leg of another fixture', 'leg_mismatch', 'home win', set({ 'data.legs.0.fixture': idOf('cup') })],
  ['a leg that was not placed', 'leg_mismatch', 'home win', set({ 'data.legs.0.leg': 7 })],
  ['legs out of order', 'leg_mismatch', 'treble', set({ 'data.legs.1.leg': 0 })],
  ['a leg left out', 'legs_incomplete', 'treble', set({ 'data.legs': withoutLast })],
  ['by rules that had been replaced', 'settlement_rules_wrong', 'home win', set({ 'data.rule': 1 })],
  ['by rules that there are not', 'settlement_rules_wrong', 'home win', set({ 'data.rule': 3 })],
  ['settled twice', 'bet_unknown', 'home win', twice],
  ['on another account', 'bet_of_another', 'home win', streamOf('cy')],
  ['by the bettor', 'actor_implausible', 'home win', by('bob', 'user')],
  ['by an admin', 'actor_implausible', 'home win', by('ada', 'admin')],
  ['paying no debt', 'owed_mismatch', 'home win', set({ 'data.owedPaidCents': 1 })],
]
const settling = SETTLING.map(([what, code, bet, change]): Mutation => [what, code, 'BetSettled', change, ofBet(bet)])
const VOIDING: readonly Mutation[] = [
  ['another stake', 'stake_mismatch', 'BetVoided', set({ 'data.stakeCents': plus(1) })],
  ['a bet that is not there', 'bet_unknown', 'BetVoided', set({ 'data.bet': idOf('no bet') })],
]

const bySettler = set({ 'meta.actor': { id: 'settler', role: 'system' } })
const BY_HAND: readonly Mutation[] = [
  ['voided by the product', 'actor_implausible', 'BetVoided', bySettler],
  [
    'refunded after its settlement by an admin',
    'actor_implausible',
    'BetResettled',
    by('ada', 'admin'),
    ofBet('mixed'),
  ],
  ['refunded after its settlement by the product', 'actor_implausible', 'BetResettled', bySettler, ofBet('mixed')],
  [
    'settled anew by rules that had been replaced',
    'settlement_rules_wrong',
    'BetResettled',
    set({ 'data.settlement.rule': 1 }),
    ofBet('home win'),
  ],
  ['settled anew by an admin', 'actor_implausible', 'BetResettled', by('ada', 'admin'), ofBet('home win')],
  ['taking back a settlement that there is not', 'bet_unknown', 'BetResettled', set({ 'data.bet': idOf('nothing') })],
]

const digit = (odds: string) => odds.replace(/\d$/, (last) => String((Number(last) + 1) % 10))
const swapped = (path: string) => {
  const beside = Buffer.from(path, 'base64url')
  return Buffer.concat([beside.subarray(32, 64), beside.subarray(0, 32), beside.subarray(64)]).toString('base64url')
}
const leagueOf = (league: string) => has('league', league)
/** On the bet of the first batch. */
const SEALS: readonly (readonly [string, FindingCode, Change])[] = [
  ['another price, which the bettor would have had', 'quote_unpublished', set({ 'data.legs.0.odds': digit })],
  ['another time of the price', 'quote_unpublished', set({ 'data.legs.0.quotedAt': '2026-01-10T23:39:00.001Z' })],
  ['another message', 'quote_unpublished', set({ 'data.legs.0.message': commitment('another') })],
  ['another bookmaker', 'quote_unpublished', set({ 'data.legs.0.bookmaker': 'southbook' })],
  ['a draw not offered', 'quote_unpublished', without('drawOffered')],
  ['hashes of the path exchanged', 'quote_unpublished', set({ 'data.legs.0.seal.path': swapped })],
  ['a hash of the path missing', 'quote_unpublished', set({ 'data.legs.0.seal.path': (p: string) => p.slice(43) })],
  ['another place in the batch', 'quote_unpublished', set({ 'data.legs.0.seal.index': plus(1) })],
  ['a place beyond the batch', 'quote_unpublished', set({ 'data.legs.0.seal.index': 10 })],
  ['another size of the batch', 'quote_unpublished', set({ 'data.legs.0.seal.size': 11 })],
  ['a later batch', 'quote_unpublished', set({ 'data.legs.0.seal.version': plus(1) })],
  ['a batch of no feed', 'quote_unpublished', set({ 'data.legs.0.seal.feed': idOf('no feed') })],
  ['no seal', 'quote_unpublished', without('seal')],
  ['no message', 'quote_unpublished', without('message')],
  ['a bet of long after', 'quote_unpublished', set({ 'meta.at': '2026-01-13T00:00:00.000Z' })],
]
const PUBLISHING: readonly Mutation[] = [
  ['a batch that was never published', 'quote_unpublished', 'QuotesPublished', gone],
  ['another root', 'quote_unpublished', 'QuotesPublished', set({ 'data.root': commitment('another') })],
  ['another size', 'quote_unpublished', 'QuotesPublished', set({ 'data.size': plus(1) })],
  ['another league', 'feed_mismatch', 'QuotesPublished', set({ 'data.league': 'basketball_nba' })],
  ['another day', 'feed_mismatch', 'QuotesPublished', set({ 'data.day': '2026-01-09' })],
  ['a day that no calendar has', 'schema_mismatch', 'QuotesPublished', set({ 'data.day': '2026-02-30' })],
  ['a month that no year has', 'schema_mismatch', 'QuotesPublished', set({ 'data.day': '2026-41-10' })],
  [
    'fetched after it was published',
    'feed_mismatch',
    'QuotesPublished',
    set({ 'data.fetchedAt': '2026-01-10T23:59:00.000Z' }),
  ],
  ['by a bettor', 'actor_implausible', 'QuotesPublished', by('bob', 'user')],
  ['on a fixture', 'schema_mismatch', 'QuotesPublished', set({ stream: `fixture-${idOf('cup')}` })],
]

const effective = (at: string) => set({ 'data.effectiveAt': at })
const upTo = ofBet('up to the limit')
const hourBefore = (time: string) => new Date(Date.parse(time) - 3_600_000).toISOString()
const PLAY: readonly Mutation[] = [
  [
    'a limit raised at once',
    'play_limit_early',
    'PlayLimitSet',
    effective('2026-11-16T22:09:59.999Z'),
    has('amountCents', 9_000),
  ],
  [
    'a limit ended at once',
    'play_limit_early',
    'PlayLimitSet',
    effective('2026-11-15T22:10:00.000Z'),
    has('amountCents', null),
  ],
  ['a limit that comes into force later', 'play_limit_early', 'PlayLimitSet', effective('2026-11-20T00:00:00.000Z')],
  ['a break that is an hour short', 'break_shortened', 'BreakTaken', set({ 'data.until': hourBefore })],
  ['a break that is none of those on offer', 'break_shortened', 'BreakTaken', set({ 'data.kind': 'self-exclusion' })],
  ['a limit that nobody could stake', 'amount_out_of_bounds', 'PlayLimitSet', set({ 'data.amountCents': 9 })],
  ['a limit set by an admin', 'actor_implausible', 'PlayLimitSet', by('ada', 'admin')],
  ['a break taken by an admin', 'actor_implausible', 'BreakTaken', by('ada', 'admin')],
  [
    'a break shortened',
    'break_shortened',
    'BreakTaken',
    set({ 'data.until': '2027-01-01T00:00:00.000Z' }),
    has('until', null),
  ],
  [
    'an exclusion turned into a time-out',
    'break_shortened',
    'BreakTaken',
    set({ 'data.kind': 'time-out' }),
    has('until', null),
  ],
  ['a bet during a break', 'bet_during_break', 'BreakTaken', set({ 'data.until': null })],
  ['a stake above the limit', 'bet_above_play_limit', 'BetPlaced', set({ 'data.stakeCents': 2_001 }), upTo],
  ['stakes above a lower limit', 'bet_above_play_limit', 'PlayLimitSet', set({ 'data.amountCents': 2_999 })],
  ['stakes that did not come back', 'bet_above_play_limit', 'BetVoided', gone],
  [
    'losses above the limit',
    'bet_above_play_limit',
    'BetPlaced',
    set({ 'data.stakeCents': 2_500 }),
    ofBet('on Tuesday'),
  ],
  [
    'other limits than in force',
    'play_limits_misstated',
    'BetPlaced',
    set({ 'data.limits.personal.0.value': 1 }),
    upTo,
  ],
]

const stakeCap = (draft: Draft) => has('stakeCents', 2_000)(draft) && !has('payoutCents', 2_100)(draft)
const CUSTOMERS: readonly Mutation[] = [
  ['a stake above the cap', 'bet_above_cap', 'BetPlaced', set({ 'data.stakeCents': 2_001 }), ofBet('up to the stake')],
  ['a stake above a lower cap', 'bet_above_cap', 'BetCapsSet', set({ 'data.stakeCents': 1_999 }), stakeCap],
  [
    'a payout above the cap',
    'bet_above_cap',
    'BetPlaced',
    set({ 'data.potentialReturnCents': 2_101 }),
    ofBet('up to the payout'),
  ],
  [
    'a cap that was not taken away',
    'bet_above_cap',
    'BetCapsSet',
    gone,
    (draft) => Object.keys(draft.data as object).length === 0,
  ],
  [
    'other caps than in force',
    'play_limits_misstated',
    'BetPlaced',
    set({ 'data.limits.personal.1.value': 2_001 }),
    ofBet('up to the payout'),
  ],
  ['a cap that nobody could stake', 'amount_out_of_bounds', 'BetCapsSet', set({ 'data.stakeCents': 9 }), stakeCap],
  ['a cap above all', 'amount_out_of_bounds', 'BetCapsSet', set({ 'data.payoutCents': 1e12 + 1 }), stakeCap],
  ['caps set by the bettor', 'actor_implausible', 'BetCapsSet', by('bob', 'user')],
  [
    'caps set by a part of the product',
    'actor_implausible',
    'BetCapsSet',
    set({ 'meta.actor': { id: 'settler', role: 'system' } }),
  ],
  ['caps on an admin', 'actor_implausible', 'BetCapsSet', streamOf('ada')],
  ['caps set twice', 'bet_caps_repeated', 'BetCapsSet', twice],
  ['a note by the bettor', 'actor_implausible', 'NoteAdded', by('bob', 'user')],
  ['a note about an admin', 'actor_implausible', 'NoteAdded', streamOf('ada')],
  ['a note twice', 'note_repeated', 'NoteAdded', twice],
]
describe('customers', () => {
  test.each(named(CUSTOMERS))('%s', (_, [, code, type, change, fits]) => {
    expect(codesOf(type, change, fits, customerLog)).toContain(code)
  })
})
describe('play limits', () => {
  test.each(named(PLAY))('%s', (_, [, code, type, change, fits]) => {
    expect(codesOf(type, change, fits, playLog)).toContain(code)
  })
})
describe('money', () => test.each(named(MONEY))('%s', (_, one) => check(one)))
describe('accounts', () => test.each(named(ACCOUNTS))('%s', (_, one) => check(one)))
describe('passwords', () => {
  test.each(named(PASSWORDS))('%s', (_, [, code, type, change, fits]) => {
    expect(codesOf(type, change, fits, passwordLog)).toContain(code)
  })
})
describe('emails', () => {
  test.each(named(EMAILS))('%s', (_, [, code, type, change, fits]) => {
    expect(codesOf(type, change, fits, emailLog)).toContain(code)
  })
})
describe('second factors and sessions', () => {
  test.each(named(ACCESS))('%s', (_, [, code, type, change, fits]) => {
    expect(codesOf(type, change, fits, accessLog)).toContain(code)
  })
})
describe('fixtures', () => test.each(named(FIXTURES))('%s', (_, one) => check(one)))
describe('placing', () => test.each(named(placing))('%s', (_, one) => check(one)))
describe('seals', () => {
  test.each(SEALS)('%s: %s', (_, code, change) => {
    expect(codesOf('BetPlaced', change, ofBet('single'), quoteLog)).toContain(code)
  })

  test.each(named(PUBLISHING))('%s', (_, [, code, type, change]) => {
    expect(codesOf(type, change, leagueOf('soccer_epl'), quoteLog)).toContain(code)
  })

  /** The first bet, placed so long after its price was given. */
  const placedAfter = (ms: number, more: Change = (draft) => draft): Set<FindingCode> =>
    codesOf(
      'BetPlaced',
      (bet) => {
        const { quotedAt } = (bet.data as unknown as { legs: [{ quotedAt: string }] }).legs[0]
        const at = new Date(Date.parse(quotedAt) + ms).toISOString()
        return more(set({ 'meta.at': at, 'meta.recordedAt': at, 'data.legs.0.fetchedAt': at })(bet) as Draft)
      },
      ofBet('single'),
      quoteLog,
    )
  const inPlay = set({ 'data.legs.0.inPlay': true })

  test('a price is old fifteen minutes after the provider gave it, in play two, and a minute later nobody strikes it', () => {
    expect(placedAfter(16 * 60_000)).not.toContain('quote_time')
    expect(placedAfter(16 * 60_000 + 1)).toContain('quote_time')
    expect(placedAfter(3 * 60_000, inPlay)).not.toContain('quote_time')
    expect(placedAfter(3 * 60_000 + 1, inPlay)).toContain('quote_time')
  })

  test('a price may grow old while a bet on it is decided where business time runs faster than clocks', () => {
    const simulated = set({ 'meta.recordedAt': LATER })
    expect(placedAfter(20 * 60_000, simulated)).not.toContain('quote_time')
  })

  test('a batch that stands after the bet in the log', () => {
    const held: Draft[] = []
    const rows = rewrite(quoteLog, (draft) => {
      if (draft.type === 'QuotesPublished' && held.length === 0 && leagueOf('soccer_epl')(draft)) {
        held.push(draft)
        return null
      }
      return draft.type === 'BetPlaced' && ofBet('single')(draft) ? [draft, held[0]!] : draft
    })
    expect(codesIn(audit(rows))).toEqual(new Set(['quote_unpublished']))
  })

  test('the seal of another league', () => {
    const rows = rewrite(quoteLog, (draft) =>
      draft.type === 'FixtureListed' && draft.stream === `fixture-${idOf('derby')}`
        ? set({ 'data.league': 'soccer_fa_cup' })(draft)
        : draft.type === 'BetPlaced' && ofBet('single')(draft)
          ? set({ 'data.legs.0.league': 'soccer_fa_cup' })(draft)
          : draft,
    )
    expect(codesIn(audit(rows))).toContain('quote_unpublished')
  })

  test('a price of the house needs none', () => {
    const ofTheHouse = (draft: Draft) => set({ 'data.legs.0.price': 0 })(without('seal')(without('message')(draft)))
    expect(codesOf('BetPlaced', ofTheHouse, ofBet('single'), quoteLog)).not.toContain('quote_unpublished')
  })
})
describe('a day that no calendar has', () => {
  /** Such a day is a later one to whoever calculates with it, and an earlier one to whoever compares texts. */
  const codesAt = (day: string) =>
    codesOf('BetPlaced', set({ 'meta.at': `${day}T12:00:00.000Z` }), ofBet('single'), quoteLog)

  test.each(['2026-02-29', '2026-02-30', '2026-04-31', '2026-11-31', '2100-02-29', '2026-01-32', '2026-00-10'])(
    'is no time of an event: %s',
    (day) => expect([...codesAt(day)]).toContain('schema_mismatch'),
  )

  test.each(['2028-02-29', '2000-02-29', '2400-02-29', '2026-02-28', '2026-12-31', '2026-04-30'])(
    '%s there is',
    (day) => expect([...codesAt(day)]).not.toContain('schema_mismatch'),
  )
})
describe('settling', () => test.each(named([...settling, ...VOIDING]))('%s', (_, one) => check(one)))

describe('by hand', () => {
  test.each(named(BY_HAND))('%s', (_, one) => check(one))

  /** The bet that was voided before its game, voided some hours after the game has ended. */
  const voidedLate = (who: Change) => {
    const held: Draft[] = []
    return rewrite(log, (draft) => {
      if (draft.type === 'BetVoided') {
        held.push(set({ 'meta.at': LATER })(draft) as Draft)
        return null
      }
      const after = draft.type === 'BetSettled' && ofBet('later')(draft)
      return after ? [draft, who(held[0]!) as Draft] : draft
    })
  }
  test('an open bet voided by an admin after the end of its game', () => {
    expect(codesIn(audit(voidedLate(by('ada', 'admin'))))).toContain('actor_implausible')
    expect(codesIn(audit(voidedLate(by('root', 'super-admin'))))).not.toContain('actor_implausible')
  })
})

describe('the result in force', () => {
  /** The bet that was settled after the cup's result had been corrected, settled by the earlier result. */
  const byTheOldResult = (at: string) => set({ 'data.legs.0.result': 3, 'meta.at': at })
  test('had long been replaced when a settlement named it', () => {
    expect(codesOf('BetSettled', byTheOldResult('2026-01-10T16:59:00.000Z'), ofBet('later'))).toContain(
      'result_replaced',
    )
  })
  test('may have been replaced while the settler was delayed', () => {
    const found = codesOf('BetSettled', byTheOldResult('2026-01-10T16:40:00.000Z'), ofBet('later'))
    expect(found).toContain('grade_mismatch')
    expect(found).not.toContain('result_replaced')
  })

  const openedAgain =
    (at: string): Change =>
    (draft) => {
      const { bet, stakeCents, returnCents } = draft.data as Record<string, string & number>
      const reversed = { reversedReturnCents: returnCents, reversedOwedPaidCents: 0, shortfallCents: 0 }
      const data = { bet, stakeCents, ...reversed, replaces: 0, settlement: null }
      const again = { ...structuredClone(draft), type: 'BetResettled', schema: 1, data }
      return [draft, set({ 'meta.at': at })(again as Draft) as Draft]
    }
  test('decides a bet that was reopened', () => {
    expect(codesOf('BetSettled', openedAgain('2026-01-10T19:00:00.000Z'), ofBet('later'))).toContain('bet_reopened')
  })
  test('may have decided it at that moment', () => {
    const found = codesOf('BetSettled', openedAgain('2026-01-10T16:10:00.000Z'), ofBet('later'))
    expect(found).not.toContain('bet_reopened')
  })
})

test('a bet while blocked', () => {
  const blockedBefore: Change = (bet) => {
    const block = first({ ...structuredClone(bet), type: 'AccountBlocked', data: {} })
    const command = { ...block.meta.command, id: idOf('block') }
    return [{ ...block, meta: { ...block.meta, actor: { id: idOf('ada'), role: 'admin' }, command } }, bet]
  }
  // the inserted block shifts later versions by one, so a later resettlement names the wrong event as the one it
  // reverses
  const found = new Set(['bet_by_blocked', 'resettlement_mismatch'])
  expect(codesOf('BetPlaced', blockedBefore)).toEqual(found)
})

test('version 1 with fewer odds seen than legs', () => {
  const frozen = readFileSync(join(import.meta.dirname, '../corpus/2026-11-first-events/log.json'), 'utf8')
  const stored = JSON.parse(frozen) as StoredEvent[]
  const fewer = set({ 'data.seenOdds': withoutLast })
  expect(codesOf('BetPlaced', fewer, ofBet('treble'), stored)).toEqual(new Set(['odds_policy']))
})

test('version 1, which had no wait, struck after the start', () => {
  const frozen = readFileSync(join(import.meta.dirname, '../corpus/2026-11-first-events/log.json'), 'utf8')
  const stored = JSON.parse(frozen) as StoredEvent[]
  const late: Change = (bet) => set({ 'meta.at': startOf(bet) })(bet)
  expect(codesOf('BetPlaced', late, ofBet('treble'), stored)).not.toContain('quote_time')
})

describe('an id of the provider', () => {
  /** The log with the id of one fixture linked to another at its end. */
  const linked = (from: string, to: string) => {
    let providerId = ''
    return rewrite(log, (draft, index) => {
      if (draft.type === 'FixtureListed' && draft.stream === `fixture-${idOf(from)}`) {
        providerId = (draft.data as { providerId: string }).providerId
      }
      const link = { type: 'ProviderIdLinked', schema: 1, stream: `fixture-${idOf(to)}`, data: { providerId } }
      return index === log.length - 1 ? [draft, first({ ...structuredClone(draft), ...link })] : draft
    })
  }

  test('moves on from an abandoned fixture, which may have been a duplicate', () => {
    expect(codesIn(audit(linked('storm', 'hoops')))).not.toContain('provider_id_taken')
  })

  test('stays with a fixture that has a result', () => {
    expect(codesIn(audit(linked('hoops', 'storm')))).toContain('provider_id_taken')
  })
})

describe('a result that comes later in the log than the settlement', () => {
  const late = (change: Change = (draft) => draft, moreMs = 0) => {
    const held: Draft[] = []
    return rewrite(log, (draft) => {
      if (draft.type === 'ResultRecorded' && draft.stream === `fixture-${idOf('derby')}`) {
        held.push(draft)
        return null
      }
      if (draft.type === 'ResultCorrected') {
        const { at } = draft.meta
        const recordedAt = new Date(Date.parse(draft.meta.recordedAt) + moreMs).toISOString()
        const later = set({ 'meta.at': at, 'meta.recordedAt': recordedAt })
        return [...held.splice(0).map((one) => later(one) as Draft), draft]
      }
      return draft.type === 'BetSettled' && ofBet('home win')(draft) ? change(draft) : draft
    })
  }

  test('is judged all the same', () => {
    expect(audit(late()).sorted()).toEqual([])
  })

  test('was unknown to whoever settled more than an hour before', () => {
    expect(codesIn(audit(late(undefined, 1)))).toEqual(new Set(['result_unknown']))
  })

  test('shows a wrong return at the end', () => {
    // the correction reverses the settlement, with what it should have paid
    expect(codesIn(audit(late(set({ 'data.returnCents': plus(1) }))))).toEqual(
      new Set(['return_mismatch', 'resettlement_mismatch']),
    )
  })
})

describe('the log', () => {
  const beginning = () => {
    const { stream, data, type } = JSON.parse(log[0]!.body) as Draft
    return { stream, data, type }
  }
  test.each<[string, FindingCode, Change]>([
    ['an event of another log', 'log_identity', set({ log: idOf('elsewhere') })],
    ['a second beginning', 'log_identity', (draft) => [draft, { ...structuredClone(draft), ...beginning() }]],
    ['a stream of another kind', 'schema_mismatch', set({ stream: `fixture-${idOf('cup')}` })],
    ['a field too many', 'schema_mismatch', set({ 'data.extra': 1 })],
  ])('%s: %s', (_, code, change) => {
    expect(codesOf('AccountBlocked', change)).toContain(code)
  })

  test('a bet of version 1, about which less can be checked, is found if it comes long after version 2: version_older', () => {
    const last = log.findLastIndex(({ type }) => type === 'BetPlaced')
    const told = (hours: number) => {
      const rows = rewrite(log, (draft, index) => {
        if (index !== last) return draft
        const since = JSON.parse(log.find(({ type }) => type === 'BetPlaced')!.body) as Draft
        const recordedAt = new Date(Date.parse(since.meta.recordedAt) + hours * 3_600_000).toISOString()
        return inFirstVersion(set({ 'meta.recordedAt': recordedAt })(draft) as Draft)
      })
      return codesIn(audit(rows))
    }
    const [soon, late] = [told(0.5), told(48)]
    expect(soon).not.toContain('schema_mismatch')
    expect([soon.has('version_older'), late.has('version_older')]).toEqual([false, true])
  })

  test('no beginning', () => {
    expect(codesOf('LogStarted', gone)).toContain('log_identity')
    expect(codesIn(audit([]))).toContain('log_identity')
  })

  test.each([{ type: 'AccountMerged' }, { schema: 2 }])(
    '%s is not a finding, but leaves the rest unjudged',
    (later) => {
      const findings = audit(
        rewrite(log, (draft) => (draft.type === 'AccountBlocked' ? { ...draft, ...later } : draft)),
      )
      expect(findings.sorted()).toEqual([])
      expect(findings.gaps).toHaveLength(1)
    },
  )

  test.each<[string, FindingCode, (body: string) => string]>([
    ['white space', 'body_not_canonical', (body) => body.replace('"log":', '"log": ')],
    ['no JSON', 'body_unreadable', (body) => body.slice(1)],
    ['no event', 'body_unreadable', () => '[]'],
    ['a lone surrogate', 'body_not_canonical', (body) => body.replace('Harbour', '\\ud800')],
    ['an escape that is not needed', 'body_not_canonical', (body) => body.replace('Harbour', '\\u0048arbour')],
  ])('a body with %s: %s', (_, code, change) => {
    const rows = rewrite(log).map((row) => (row.type === 'FixtureListed' ? { ...row, body: change(row.body) } : row))
    const codes = codesIn(audit(rows))
    expect(codes).toContain(code)
    expect(codes).toContain('hash_mismatch')
  })

  test('an id that is not derived from the hash', () => {
    const rows = rewrite(log).map((row, index) => (index === 4 ? { ...row, id: row.id!.replace(/^./, '-') } : row))
    expect(codesIn(audit(rows))).toEqual(new Set(['id_mismatch']))
  })
})
