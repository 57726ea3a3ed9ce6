// Which bets a seed chooses. Each bet has a ticket, a hash over the seed, the log and the bet, and the lowest tickets
// are chosen. So anybody with the same log and seed chooses the same bets, and nobody can leave out a bet that they
// would rather not show.
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
  /** 256 bits. */
  readonly ticket: bigint
}

export const ticketOf = (seed: string, log: string, bet: string): bigint =>
  BigInt(`0x${hash('sha256', `${seed}\n${log}\n${bet}`, 'hex')}`)

/**
 * Lowest first. `byStake`: by ticket / stake, compared in whole numbers (priority sampling): a larger stake is more
 * likely to be chosen.
 */
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

/**
 * The bets with the lowest tickets, whatever became of them: as many as there is room for, so that memory is bounded.
 */
export class Choice {
  /** How many bets were placed in all. */
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

  /** Updates a bet, if it was kept. */
  stand(bet: string, standing: Standing): void {
    const candidate = this.#kept.get(bet)
    if (candidate !== undefined) candidate.standing = standing
  }

  /** The first `count` bets of a kind, or all if there are fewer; null if more room is needed to know them. */
  of(kind: BetKind, count: number): readonly Candidate[] | null {
    const kept = this.#ordered()
    const isWhole = this.placed === kept.length
    // bets that were dropped have higher tickets than the first `room`, but maybe lower ones than the rest that is kept
    const sure = isWhole ? kept : kept.slice(0, this.#room)
    const found = sure.filter(({ standing }) => isOf(kind, standing)).slice(0, count)
    return isWhole || found.length === count ? found : null
  }

  #ordered(): Candidate[] {
    return [...this.#kept.values()].sort(this.#order)
  }
}
