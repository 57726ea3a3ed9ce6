// The invariants of single bets: struck at their quotes, held while open, settled once by the rules. (Numbers as in
// invariants.ts.)
import type { BetPlaced, BetResettled, BetSettled, BetVoided, GradedLeg } from '../../bet/bet-events.ts'
import type { FixtureOutcome } from '../../fixture/fixture-outcome.ts'
import { heldStakesOf } from '../../ledger/postings.ts'
import { acceptsOdds, acceptsProduct, parlayOdds, returnCents } from '../../odds.ts'
import { type Settlement, settleBet } from '../../settlement/bet-settlement.ts'
import { type RuleVersion, struckLeg } from '../../settlement/grade-leg.ts'
import { type Balances, balanceOf } from './balances.ts'

/** Reports a breach of the invariant with this number. */
export type ReportBreach = (invariant: number, what: string) => void

type KnownBet = {
  readonly placed: BetPlaced
  readonly placedAt: string
  open: boolean
  /** The settlement in force: its version on the account's stream, and what it paid. */
  inForce: { readonly version: number; readonly returnCents: number; readonly owedPaidCents: number } | null
}

type InForce = KnownBet['inForce']

const samePayment = (a: InForce | undefined, b: NonNullable<InForce>): boolean =>
  a?.version === b.version && a.returnCents === b.returnCents && a.owedPaidCents === b.owedPaidCents

type Compared = Omit<Settlement, 'rule'>

const sameSettlement = (a: Compared, b: Compared): boolean =>
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

type Outcomes = ReadonlyMap<string, FixtureOutcome>
type Made = Compared & { readonly rule: number }

export class BetInvariants {
  readonly #balances: Balances
  readonly #bets = new Map<string, KnownBet>()
  #openStakesCents = 0
  #profitCents = 0

  /** `balances`: those of the ledger; each event's postings are in them before the event is checked. */
  constructor(balances: Balances) {
    this.#balances = balances
  }

  get openStakesCents(): number {
    return this.#openStakesCents
  }

  /** Checks a placed bet. `placedAt`: business time. */
  place(placed: BetPlaced, placedAt: string, breach: ReportBreach): void {
    if (this.#bets.has(placed.bet)) breach(6, `bet ${placed.bet} placed twice`)
    this.#bets.set(placed.bet, { placed, placedAt, open: true, inForce: null })
    this.#openStakesCents += placed.stakeCents
    const held = balanceOf(this.#balances, heldStakesOf(placed.bet))
    if (held !== placed.stakeCents) breach(4, `bet ${placed.bet} holds ${held} of ${placed.stakeCents}`)
    const odds = parlayOdds(placed.legs.map((leg) => leg.odds))
    if (odds !== placed.odds) breach(10, `bet ${placed.bet} struck at ${placed.odds}, its quotes make ${odds}`)
    if (returnCents(placed.stakeCents, placed.odds) !== placed.potentialReturnCents) {
      breach(10, `bet ${placed.bet} promises ${placed.potentialReturnCents}`)
    }
    const now = placed.legs.map((leg) => leg.odds)
    const seen = placed.legs.map((leg) => leg.seen ?? leg.odds)
    const accepted = seen.every((before, index) => acceptsOdds(placed.policy, before, now[index]!))
    if (!accepted || !acceptsProduct(placed.policy, seen, now))
      breach(10, `bet ${placed.bet} was struck at odds that its bettor did not accept`)
  }

  /** Checks a settled bet. `outcomes`: every outcome ever in force, by 'fixture@version'. */
  settle(settled: BetSettled, version: number, outcomes: Outcomes, breach: ReportBreach): void {
    const bet = this.#close(settled.bet, settled.stakeCents, breach)
    const { returnCents, owedPaidCents } = settled
    this.#gain(settled.stakeCents - returnCents, breach)
    if (bet === undefined) return
    bet.inForce = { version, returnCents, owedPaidCents }
    this.#recompute(bet, settled.bet, settled, outcomes, breach)
  }

  /** Checks a bet voided by hand. */
  void({ bet, stakeCents, owedPaidCents }: BetVoided, version: number, breach: ReportBreach): void {
    const known = this.#close(bet, stakeCents, breach)
    if (known !== undefined) known.inForce = { version, returnCents: stakeCents, owedPaidCents }
  }

  /** Checks that a settlement is taken back exactly as it was made, and what replaces it. */
  resettle(data: BetResettled, version: number, outcomes: Outcomes, breach: ReportBreach): void {
    const { bet: id, stakeCents, settlement, reversedReturnCents: returnCents } = data
    const bet = this.#bets.get(id)
    const before = bet?.inForce
    const reversed = { version: data.replaces, returnCents, owedPaidCents: data.reversedOwedPaidCents }
    if (bet === undefined || bet.placed.stakeCents !== stakeCents || !samePayment(before, reversed)) {
      breach(6, `bet ${id} takes back ${JSON.stringify(reversed)}, in force is ${JSON.stringify(before)}`)
    }
    this.#gain(returnCents - (settlement?.returnCents ?? stakeCents), breach)
    if (bet === undefined) return
    const held = balanceOf(this.#balances, heldStakesOf(id))
    if (settlement === null) {
      bet.open = true
      bet.inForce = null
      this.#openStakesCents += stakeCents
      if (held !== stakeCents) breach(4, `bet ${id} is open again and holds ${held} of ${stakeCents}`)
      return
    }
    if (held !== 0) breach(4, `bet ${id} still holds ${held}`)
    bet.inForce = { version, returnCents: settlement.returnCents, owedPaidCents: settlement.owedPaidCents }
    if (settlement.legs.length > 0) this.#recompute(bet, id, settlement, outcomes, breach)
    else if (settlement.returnCents !== stakeCents) breach(9, `bet ${id} voided for ${settlement.returnCents}`)
  }

  #gain(cents: number, breach: ReportBreach): void {
    this.#profitCents += cents
    const profit = balanceOf(this.#balances, 'house:profit')
    if (profit !== this.#profitCents) breach(7, `house profit ${profit}, stakes less returns ${this.#profitCents}`)
  }

  #recompute(bet: KnownBet, id: string, made: Made, outcomes: Outcomes, breach: ReportBreach): void {
    const named = made.legs.map(({ fixture, result }) => outcomes.get(`${fixture}@${result}`))
    const known = named.filter((outcome) => outcome !== undefined)
    if (known.length < named.length) {
      breach(9, `bet ${id} names outcomes that are not in the log`)
      return
    }
    const { stakeCents, legs } = bet.placed
    const struck = { stakeCents, placedAt: bet.placedAt, legs: legs.map(struckLeg) }
    const recomputed = settleBet(struck, known, made.rule as RuleVersion)
    if (recomputed === null || !sameSettlement(recomputed, made)) {
      breach(9, `bet ${id} settled as ${JSON.stringify(made)}, recomputed as ${JSON.stringify(recomputed)}`)
    }
  }

  /** Checks that a bet was open and gives back its stake; undefined if it was never placed. */
  #close(bet: string, stakeCents: number, breach: ReportBreach): KnownBet | undefined {
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
