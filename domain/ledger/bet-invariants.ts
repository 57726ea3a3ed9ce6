// The invariants of single bets: struck at their quotes, held while open, settled once by the rule. (Numbers as in
// invariants.ts.)
import type { BetPlaced, BetSettled, GradedLeg } from '../bet/bet-events.ts'
import type { FixtureOutcome } from '../fixture/fixture-outcome.ts'
import { acceptsOdds, parlayOdds, returnCents } from '../odds.ts'
import { type Settlement, settleBet } from '../settlement/bet-settlement.ts'
import { type Balances, balanceOf } from './balances.ts'
import { heldStakesOf } from './postings.ts'

/** Reports a breach of the invariant with this number. */
export type ReportBreach = (invariant: number, what: string) => void

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

export class BetInvariants {
  readonly #balances: Balances
  readonly #bets = new Map<string, KnownBet>()
  #openStakesCents = 0
  #profitCents = 0

  /** `balances`: of the ledger, with each event's postings in them before the event is checked. */
  constructor(balances: Balances) {
    this.#balances = balances
  }

  get openStakesCents(): number {
    return this.#openStakesCents
  }

  /** Checks a placed bet. `placedAt`: business time. */
  place(placed: BetPlaced, placedAt: string, breach: ReportBreach): void {
    if (this.#bets.has(placed.bet)) breach(6, `bet ${placed.bet} placed twice`)
    this.#bets.set(placed.bet, { placed, placedAt, open: true })
    this.#openStakesCents += placed.stakeCents
    const held = balanceOf(this.#balances, heldStakesOf(placed.bet))
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

  /** Checks a settled bet. `outcomes`: every outcome ever in force, by 'fixture@version'. */
  settle(settled: BetSettled, outcomes: ReadonlyMap<string, FixtureOutcome>, breach: ReportBreach): void {
    const bet = this.close(settled.bet, settled.stakeCents, breach)
    this.#profitCents += settled.stakeCents - settled.returnCents
    const profit = balanceOf(this.#balances, 'house:profit')
    if (profit !== this.#profitCents) breach(7, `house profit ${profit}, stakes less returns ${this.#profitCents}`)
    if (bet === undefined) return
    const named = settled.legs.map(({ fixture, result }) => outcomes.get(`${fixture}@${result}`))
    const known = named.filter((outcome) => outcome !== undefined)
    if (known.length < named.length) {
      breach(9, `bet ${settled.bet} names outcomes that are not in the log`)
      return
    }
    const { stakeCents, legs } = bet.placed
    const recomputed = settleBet({ stakeCents, placedAt: bet.placedAt, legs }, known)
    if (recomputed === null || !sameSettlement(recomputed, settled)) {
      breach(9, `bet ${settled.bet} settled as ${JSON.stringify(settled)}, recomputed as ${JSON.stringify(recomputed)}`)
    }
  }

  /** Checks that a bet was open and gives back its stake; undefined where it was never placed. */
  close(bet: string, stakeCents: number, breach: ReportBreach): KnownBet | undefined {
    const known = this.#bets.get(bet)
    if (known === undefined || !known.open) breach(6, `bet ${bet} is not open`)
    if (known?.placed.stakeCents !== stakeCents) breach(4, `bet ${bet} gives back ${stakeCents}`)
    const held = balanceOf(this.#balances, heldStakesOf(bet))
    if (held !== 0) breach(4, `bet ${bet} still holds ${held}`)
    if (known?.open) this.#openStakesCents -= known.placed.stakeCents
    if (known !== undefined) known.open = false
    return known
  }
}
