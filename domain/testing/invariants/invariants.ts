// The invariants of the ledger as a fold over all events in their global order. The property tests run every history
// through it. (The auditor has an independent one.)
//
//    1 each event's postings are positive amounts between two accounts
//    2 all accounts sum to 0
//    3 floors hold at the end of every event
//    4 a bet holds its stake while open, nothing when settled
//    5 what bets hold = open stakes
//    6 one settlement per bet
//    7 house profit = stakes - returns, over settled bets
//    8 -treasury = everything else
//    9 returns follow from the outcomes that the settlement names
//   10 struck at the quote, at odds that the bettor accepts
//   11 no bet above its bettor's own limits or during a break, and none raised at once
//   12 no bet above a cap of the desk on its bettor
//   13 no transfer is left in transit
//   14 a float is raised by a super admin or a draw that was granted, and draws within the budget keep to it
import type { Recorded } from '../../aggregate.ts'
import type { BetPlaced } from '../../bet/bet-events.ts'
import type { BetCapsSet } from '../../customer/customer-events.ts'
import type { DomainEvent } from '../../events.ts'
import { fixtureStream } from '../../fixture/events.ts'
import type { FixtureOutcome } from '../../fixture/fixture-outcome.ts'
import { evolveFixture, type FixtureState, initialFixture, type RecordedFixtureEvent } from '../../fixture/state.ts'
import { type Posting, postingsOf } from '../../ledger/postings.ts'
import { type Balances, balanceOf, keepsFloor, post, sumOf } from './balances.ts'
import { BetInvariants, type ReportBreach } from './bet-invariants.ts'
import { PlayInvariants } from './play-invariants.ts'
import { TreasuryInvariants } from './treasury-invariants.ts'

export type LedgerEvent = Recorded<DomainEvent> & { readonly stream: string }

/** `invariant`: its number in the list above. */
type Breach = { readonly invariant: number; readonly at: string; readonly what: string }

export class LedgerCheck {
  readonly balances: Balances = new Map()
  readonly breaches: Breach[] = []
  readonly #bets = new BetInvariants(this.balances)
  readonly #play = new PlayInvariants()
  readonly #treasury = new TreasuryInvariants()
  /** Those in force, by stream. */
  readonly #caps = new Map<string, BetCapsSet>()
  readonly #fixtures = new Map<string, FixtureState>()
  /** Every outcome ever in force, by 'fixture@version'. */
  readonly #outcomes = new Map<string, FixtureOutcome>()

  /** Folds the next event of the log; breaches are added to `breaches`. */
  fold(event: LedgerEvent): void {
    const at = `${event.stream}@${event.version}`
    const breach: ReportBreach = (invariant, what) => {
      this.breaches.push({ invariant, at, what })
    }
    const postings = postingsOf(event.stream, event)
    post(this.balances, postings)
    this.#checkPostings(postings, breach)
    this.#treasury.fold(event, breach)
    switch (event.type) {
      case 'BetPlaced':
        this.#bets.place(event.data, event.meta.at, breach)
        this.#play.place(event.stream, event.data, event.meta.at, breach)
        this.#checkCaps(event.stream, event.data, breach)
        break
      case 'BetSettled':
        this.#bets.settle(event.data, event.version, this.#outcomes, breach)
        this.#play.settle(event.stream, event.data.bet, event.data.returnCents)
        break
      case 'BetVoided':
        this.#bets.void(event.data, event.version, breach)
        this.#play.settle(event.stream, event.data.bet, event.data.stakeCents)
        break
      case 'BetResettled':
        this.#bets.resettle(event.data, event.version, this.#outcomes, breach)
        this.#play.settle(event.stream, event.data.bet, event.data.settlement?.returnCents ?? null)
        break
      case 'BetCapsSet':
        this.#caps.set(event.stream, event.data)
        break
      case 'PlayLimitSet':
        this.#play.setLimit(event.stream, event.data, event.meta.at, breach)
        break
      case 'BreakTaken':
        this.#play.takeBreak(event.stream, event.data)
        break
      case 'FixtureListed':
      case 'ResultRecorded':
      case 'ResultCorrected':
      case 'FixtureAbandoned':
      case 'MarketDecided':
      case 'FixtureVoided':
        this.#foldFixture(event)
        break
    }
  }

  /** Checks what must hold once the log is at rest. */
  finish(): readonly Breach[] {
    const breach: ReportBreach = (invariant, what) => {
      this.breaches.push({ invariant, at: 'end', what })
    }
    const total = sumOf(this.balances, '')
    if (total !== 0) breach(2, `accounts sum to ${total}`)
    const held = sumOf(this.balances, 'bet:')
    if (held !== this.#bets.openStakesCents)
      breach(5, `bets hold ${held}, open stakes are ${this.#bets.openStakesCents}`)
    const rest =
      sumOf(this.balances, 'admin:') + sumOf(this.balances, 'user:') + sumOf(this.balances, 'transit:') + held
    const house = sumOf(this.balances, 'house:')
    const treasury = balanceOf(this.balances, 'treasury')
    if (-treasury !== rest + house) breach(8, `treasury ${treasury}, the others ${rest + house}`)
    for (const [account, balance] of this.balances) {
      if (account.startsWith('transit:')) breach(13, `${account} holds ${balance}`)
    }
    return this.breaches
  }

  #checkPostings(postings: readonly Posting[], breach: ReportBreach): void {
    for (const { from, to, amountCents } of postings) {
      if (!(Number.isSafeInteger(amountCents) && amountCents > 0) || from === to) {
        breach(1, `${from} -> ${to} ${amountCents}`)
      }
      for (const account of [from, to]) {
        const balance = balanceOf(this.balances, account)
        if (!keepsFloor(account, balance)) breach(3, `${account} at ${balance}`)
      }
    }
  }

  #checkCaps(stream: string, { bet, stakeCents, potentialReturnCents }: BetPlaced, breach: ReportBreach): void {
    const { stakeCents: stake = stakeCents, payoutCents: payout = potentialReturnCents } = this.#caps.get(stream) ?? {}
    if (stakeCents > stake) breach(12, `bet ${bet} stakes ${stakeCents}, above the cap of ${stake}`)
    if (potentialReturnCents > payout) breach(12, `bet ${bet} may pay ${potentialReturnCents}, above ${payout}`)
  }

  #foldFixture(event: RecordedFixtureEvent & { readonly stream: string }): void {
    const id = event.stream.slice(fixtureStream('').length)
    const state = this.#fixtures.get(id) ?? initialFixture(id)
    this.#fixtures.set(id, state)
    evolveFixture(state, event)
    if (state.outcome !== null)
      this.#outcomes.set(
        `${id}@${event.type === 'MarketDecided' ? event.version : state.outcome.version}`,
        state.outcome,
      )
  }
}
