// The invariants of the ledger as a fold over all events in their global order. The property tests run every history
// through it. (The auditor has an independent one.)
//
//    1 each event's lines are positive amounts between two accounts    6 one settlement per bet
//    2 all accounts sum to 0                                           7 house profit = stakes - returns, settled
//    3 floors hold at the end of every event                           8 -treasury = everything else
//    4 a bet holds its stake while open, nothing when settled          9 returns recomputed from what was named
//    5 what bets hold = open stakes                                   10 struck at the quote, before the close or late
//                                                                     13 no transfer is left in transit
import type { BetPlaced, BetSettled, GradedLeg } from '../account/events.ts'
import type { CommandMeta } from '../commands.ts'
import type { DomainEvent } from '../events.ts'
import { fixtureStream } from '../fixture/events.ts'
import { evolveFixture, type FixtureState, initialFixture, type RecordedFixtureEvent } from '../fixture/state.ts'
import { acceptsOdds, parlayOdds, returnCents } from '../odds.ts'
import type { FixtureOutcome } from '../settlement/outcome.ts'
import { type Settlement, settleBet } from '../settlement/settle.ts'
import { type Balances, balanceOf, keepsFloor, post, sumOf } from './balances.ts'
import { heldStakesOf, type Posting, postingsOf } from './postings.ts'

export type LedgerEvent = DomainEvent & {
  readonly stream: string
  readonly version: number
  readonly meta: CommandMeta
}

/** `invariant`: its number in the list above. */
export type Breach = { readonly invariant: number; readonly at: string; readonly what: string }

type KnownBet = { readonly placed: BetPlaced; readonly placedAt: string; open: boolean }

const sameSettlement = (a: Settlement, b: Settlement): boolean =>
  a.rule === b.rule &&
  a.outcome === b.outcome &&
  a.returnCents === b.returnCents &&
  a.legs.length === b.legs.length &&
  a.legs.every((leg, index) => sameLeg(leg, b.legs[index]!))

const sameLeg = (a: GradedLeg, b: GradedLeg): boolean =>
  a.leg === b.leg &&
  a.fixture === b.fixture &&
  a.result === b.result &&
  a.grade === b.grade &&
  a.voidReason === b.voidReason &&
  a.factor === b.factor

type Report = (invariant: number, what: string) => void

export class LedgerCheck {
  readonly balances: Balances = new Map()
  readonly breaches: Breach[] = []
  readonly #bets = new Map<string, KnownBet>()
  readonly #fixtures = new Map<string, FixtureState>()
  /** Every outcome ever in force, by 'fixture@version'. */
  readonly #outcomes = new Map<string, FixtureOutcome>()
  #openStakesCents = 0
  #profitCents = 0

  /** Folds the next event of the log; what it breaks is added to `breaches`. */
  fold(event: LedgerEvent): void {
    const at = `${event.stream}@${event.version}`
    const breach: Report = (invariant, what) => {
      this.breaches.push({ invariant, at, what })
    }
    const lines = postingsOf(event.stream, event)
    post(this.balances, lines)
    this.#checkLines(lines, breach)
    switch (event.type) {
      case 'BetPlaced':
        this.#place(event.data, event.meta.at, breach)
        break
      case 'BetSettled':
        this.#settle(event.data, breach)
        break
      case 'BetVoided':
        this.#close(event.data.bet, event.data.stakeCents, breach)
        break
      case 'FixtureListed':
      case 'ResultRecorded':
      case 'ResultCorrected':
      case 'FixtureAbandoned':
        this.#note(event)
        break
    }
  }

  /** What must hold of a log that is at rest. */
  finish(): readonly Breach[] {
    const breach: Report = (invariant, what) => {
      this.breaches.push({ invariant, at: 'end', what })
    }
    const total = sumOf(this.balances, '')
    if (total !== 0) breach(2, `accounts sum to ${total}`)
    const held = sumOf(this.balances, 'bet:')
    if (held !== this.#openStakesCents) breach(5, `bets hold ${held}, open stakes are ${this.#openStakesCents}`)
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

  #checkLines(lines: readonly Posting[], breach: Report): void {
    for (const { from, to, amountCents } of lines) {
      if (!(Number.isSafeInteger(amountCents) && amountCents > 0) || from === to) {
        breach(1, `${from} -> ${to} ${amountCents}`)
      }
      for (const account of [from, to]) {
        const balance = balanceOf(this.balances, account)
        if (!keepsFloor(account, balance)) breach(3, `${account} at ${balance}`)
      }
    }
  }

  #place(placed: BetPlaced, placedAt: string, breach: Report): void {
    if (this.#bets.has(placed.bet)) breach(6, `bet ${placed.bet} placed twice`)
    this.#bets.set(placed.bet, { placed, placedAt, open: true })
    this.#openStakesCents += placed.stakeCents
    const held = balanceOf(this.balances, heldStakesOf(placed.bet))
    if (held !== placed.stakeCents) breach(4, `bet ${placed.bet} holds ${held} of ${placed.stakeCents}`)
    const odds = parlayOdds(placed.legs.map((leg) => leg.odds))
    if (odds !== placed.odds) breach(10, `bet ${placed.bet} struck at ${placed.odds}, its quotes make ${odds}`)
    if (returnCents(placed.stakeCents, placed.odds) !== placed.potentialReturnCents) {
      breach(10, `bet ${placed.bet} promises ${placed.potentialReturnCents}`)
    }
    const accepted = placed.legs.every((leg, index) => {
      const seen = placed.seenOdds[index]
      return seen !== undefined && acceptsOdds(placed.policy, seen, leg.odds)
    })
    if (!accepted) breach(10, `bet ${placed.bet} was struck at odds that its bettor did not accept`)
  }

  #settle(settled: BetSettled, breach: Report): void {
    const known = this.#close(settled.bet, settled.stakeCents, breach)
    this.#profitCents += settled.stakeCents - settled.returnCents
    const profit = balanceOf(this.balances, 'house:profit')
    if (profit !== this.#profitCents) breach(7, `house profit ${profit}, stakes less returns ${this.#profitCents}`)
    if (known === undefined) return
    const named = settled.legs.map(({ fixture, result }) => this.#outcomes.get(`${fixture}@${result}`))
    const outcomes = named.filter((outcome) => outcome !== undefined)
    if (outcomes.length < named.length) {
      breach(9, `bet ${settled.bet} names outcomes that are not in the log`)
      return
    }
    const { stakeCents, legs } = known.placed
    const again = settleBet({ stakeCents, placedAt: known.placedAt, legs }, outcomes)
    if (again === null || !sameSettlement(again, settled)) {
      breach(9, `bet ${settled.bet} settled as ${JSON.stringify(settled)}, recomputed as ${JSON.stringify(again)}`)
    }
  }

  #close(bet: string, stakeCents: number, breach: Report): KnownBet | undefined {
    const known = this.#bets.get(bet)
    if (known === undefined || !known.open) breach(6, `bet ${bet} is not open`)
    if (known?.placed.stakeCents !== stakeCents) breach(4, `bet ${bet} gives back ${stakeCents}`)
    const held = balanceOf(this.balances, heldStakesOf(bet))
    if (held !== 0) breach(4, `bet ${bet} still holds ${held}`)
    if (known?.open) this.#openStakesCents -= known.placed.stakeCents
    if (known !== undefined) known.open = false
    return known
  }

  #note(event: RecordedFixtureEvent & { readonly stream: string }): void {
    const id = event.stream.slice(fixtureStream('').length)
    const state = this.#fixtures.get(id) ?? initialFixture(id)
    this.#fixtures.set(id, state)
    evolveFixture(state, event)
    if (state.outcome !== null) this.#outcomes.set(`${id}@${state.outcome.version}`, state.outcome)
  }
}
