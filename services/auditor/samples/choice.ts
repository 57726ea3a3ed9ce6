// Which bets a seed chooses. Each bet has a ticket, a hash over the seed, the log and the bet: the lowest are chosen, so that
// whoever has the same log and seed chooses the same, and nobody chooses by leaving out what somebody would rather not show.
import { hash } from 'node:crypto'

/** What has become of a bet; 'settled' is any of the last four. */
export const BET_KINDS = ['any', 'open', 'settled', 'won', 'lost', 'refunded', 'voided'] as const
export type BetKind = (typeof BET_KINDS)[number]
export type Standing = Exclude<BetKind, 'any' | 'settled'>

export type Candidate = {
  readonly bet: string
  /** Ledger number of the event that placed it. */
  readonly number: number
  readonly account: string
  readonly placedAt: string
  readonly stakeCents: number
  standing: Standing
  /** Of 256 bits. */
  readonly ticket: bigint
}

export const ticketOf = (seed: string, log: string, bet: string): bigint =>
  BigInt(`0x${hash('sha256', `${seed}\n${log}\n${bet}`, 'hex')}`)

/** Lowest first. `byStake`: by ticket / stake, in whole numbers (priority sampling), so that the more is staked the likelier it is. */
const orderOf =
  (byStake: boolean) =>
  (one: Candidate, other: Candidate): number => {
    const [left, right] = byStake
      ? [one.ticket * BigInt(other.stakeCents), other.ticket * BigInt(one.stakeCents)]
      : [one.ticket, other.ticket]
    return left < right ? -1 : left > right ? 1 : one.number - other.number
  }

const isOf = (kind: BetKind, standing: Standing): boolean =>
  kind === 'any' || kind === standing || (kind === 'settled' && standing !== 'open')

/** The bets of the lowest tickets, whatever became of them: as many as there is room for, so that memory has a bound. */
export class Choice {
  /** Bets that were placed, all told. */
  placed = 0
  readonly #order: (one: Candidate, other: Candidate) => number
  readonly #room: number
  readonly #kept = new Map<string, Candidate>()

  constructor(room: number, { byStake = false } = {}) {
    this.#room = room
    this.#order = orderOf(byStake)
  }

  place(candidate: Candidate): void {
    this.placed += 1
    this.#kept.set(candidate.bet, candidate)
    if (this.#kept.size < 2 * this.#room) return
    for (const { bet } of this.#ordered().slice(this.#room)) this.#kept.delete(bet)
  }

  /** Of a bet that may not have been kept. */
  stand(bet: string, standing: Standing): void {
    const candidate = this.#kept.get(bet)
    if (candidate !== undefined) candidate.standing = standing
  }

  /** The first so many of a kind, or all that there are; null where more room is needed to know them. */
  of(kind: BetKind, count: number): readonly Candidate[] | null {
    const kept = this.#ordered()
    const isWhole = this.placed === kept.length
    // what was left out has higher tickets than what there is room for, but maybe lower ones than the rest of what is kept
    const sure = isWhole ? kept : kept.slice(0, this.#room)
    const found = sure.filter(({ standing }) => isOf(kind, standing)).slice(0, count)
    return isWhole || found.length === count ? found : null
  }

  #ordered(): Candidate[] {
    return [...this.#kept.values()].sort(this.#order)
  }
}
