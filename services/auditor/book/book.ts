// The double-entry book: the ledger's accounts and the postings between them, in integer cents.
import type { Findings, Place } from '../findings/findings.ts'
import type { Part } from '../spill/kept-file.ts'

export const KINDS = ['treasury', 'float', 'wallet', 'transit', 'bet', 'profit', 'grants', 'goodwill', 'owed'] as const
export type Kind = (typeof KINDS)[number]

export type LedgerAccount = { readonly kind: Kind; readonly owner: string; cents: number }

export const ledgerAccount = (kind: Kind, owner = ''): LedgerAccount => ({ kind, owner, cents: 0 })

export function nameOf({ kind, owner }: LedgerAccount): string {
  switch (kind) {
    case 'treasury':
      return 'treasury'
    case 'profit':
    case 'grants':
    case 'goodwill':
      return `house:${kind}`
    case 'float':
      return `admin:${owner}:float`
    case 'wallet':
    case 'owed':
      return `user:${owner}:${kind}`
    default:
      return `${kind}:${owner}`
  }
}

/** The least and the most that an account of each kind may hold at the end of an event. */
const FLOOR: Readonly<Record<Kind, number>> = {
  treasury: Number.NEGATIVE_INFINITY,
  float: 0,
  wallet: 0,
  transit: 0,
  bet: 0,
  profit: Number.NEGATIVE_INFINITY,
  grants: Number.NEGATIVE_INFINITY,
  goodwill: Number.NEGATIVE_INFINITY,
  owed: Number.NEGATIVE_INFINITY,
}
const CEILING: Readonly<Partial<Record<Kind, number>>> = { owed: 0 }

/** What is kept of it from one audit to the next, taken between two events. */
type Written = {
  readonly house: readonly number[]
  readonly totals: Readonly<Record<Kind, number>>
  readonly lines: number
}

export class Book implements Part<Written> {
  readonly treasury = ledgerAccount('treasury')
  readonly profit = ledgerAccount('profit')
  readonly grants = ledgerAccount('grants')
  readonly goodwill = ledgerAccount('goodwill')
  /** By kind, the sum of all accounts. */
  readonly totals: Record<Kind, number> = {
    treasury: 0,
    float: 0,
    wallet: 0,
    transit: 0,
    bet: 0,
    profit: 0,
    grants: 0,
    goodwill: 0,
    owed: 0,
  }
  lines = 0
  /** Called with every posting, for callers that want to know what an event moves. */
  onPosting: ((from: LedgerAccount, to: LedgerAccount, cents: number) => void) | null = null
  readonly #touched: LedgerAccount[] = []

  /** Moves an amount. A posting of 0 cents is not counted. */
  post(from: LedgerAccount, to: LedgerAccount, cents: number): void {
    if (cents === 0) return
    this.lines += 1
    this.#add(from, -cents)
    this.#add(to, cents)
    this.onPosting?.(from, to, cents)
  }

  get #house(): readonly LedgerAccount[] {
    return [this.treasury, this.profit, this.grants, this.goodwill]
  }

  write(): Written {
    return { house: this.#house.map(({ cents }) => cents), totals: this.totals, lines: this.lines }
  }

  read({ house, totals, lines }: Written): void {
    for (const [at, account] of this.#house.entries()) account.cents = house[at]!
    Object.assign(this.totals, totals)
    this.lines = lines
  }

  #add(account: LedgerAccount, cents: number): void {
    account.cents += cents
    this.totals[account.kind] += cents
    this.#touched.push(account)
  }

  /** Checks the invariants that hold at the end of every event. */
  endEvent(place: Place, findings: Findings): void {
    for (const account of this.#touched) {
      const { kind, cents } = account
      if (cents < FLOOR[kind]) findings.at(place, 'floor_broken', `at least ${FLOOR[kind]}`, cents, nameOf(account))
      const ceiling = CEILING[kind]
      if (ceiling !== undefined && cents > ceiling) {
        findings.at(place, 'floor_broken', `at most ${ceiling}`, cents, nameOf(account))
      }
      if (!Number.isSafeInteger(cents)) {
        findings.at(place, 'amount_overflow', 'an exact number of cents', cents, nameOf(account))
      }
    }
    this.#touched.length = 0
  }

  /**
   * Both must be equal, since all that the treasury issued is held by others: -treasury = floats + wallets + transit +
   * bets + house + owed.
   */
  issued(): { issued: number; held: number } {
    const { treasury, float, wallet, transit, bet, profit, grants, goodwill, owed } = this.totals
    return { issued: 0 - treasury, held: float + wallet + transit + bet + profit + grants + goodwill + owed }
  }
}
