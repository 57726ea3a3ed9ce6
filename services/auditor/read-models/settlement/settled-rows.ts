// Bets that were settled within the resettlement window, their legs that counted, and the bets whose settlement a
// correction superseded.
import type pg from 'pg'
import type { Findings } from '../../findings/findings.ts'
import type { Snapshot } from '../../postgres/snapshot.ts'
import { time } from '../../postgres/table-lines.ts'
import type { Spill } from '../../spill/spill.ts'
import type { SpillMap } from '../../spill/spill-map.ts'
import { type DueRow, RowsInStep } from '../rows-in-step.ts'
import { TableCheck, type TableSpec } from '../table-check.ts'
import { Corrections, type SettledLeg, type Settlement } from './corrections.ts'

export const settledBet = { table: 'settled_bet', columns: ['bet_id', 'account_id', 'settled_at', 'fixtures'] }
export const settledLeg = { table: 'settled_leg', columns: ['fixture_id', 'bet_id', 'result'] }
export const supersededBet = {
  table: 'superseded_bet',
  columns: ['bet_id', 'fixture_id', 'settled_result', 'current_result'],
}

/** How many superseded bets stay in memory: nearly all of them are settled again within moments. */
const SUPERSEDED = 1_024

type Settled = Settlement & { readonly bet: string }

export type SettledBet = Settled & {
  readonly account: string
  /** Of all its legs, in their order. */
  readonly fixtures: readonly string[]
}

const betRow = ({ bet, account, at, fixtures }: SettledBet) => ({
  key: bet,
  line: `${bet}\t${account}\t${time(at)}\t${fixtures.join(' ')}`,
})

const legRow = (bet: string, { fixture, result }: SettledLeg) => ({
  key: `${fixture} ${bet}`,
  line: `${fixture}\t${bet}\t${result}`,
})

const legRows = (bet: string, legs: readonly SettledLeg[], about: string) =>
  legs.map((leg) => ({ ...legRow(bet, leg), about }))

/** One line: '<time> <bet>', then '<fixture>@<result>' for each leg that counts. */
const settlementText = ({ at, bet, legs }: Settled): string =>
  legs.reduce((text, { fixture, result }) => `${text} ${fixture}@${result}`, `${at} ${bet}`)

function settlementIn(text: string): Settled {
  const [at = '', bet = '', ...legs] = text.split(' ')
  return { at, bet, legs: legs.map(legIn) }
}

function legIn(text: string): SettledLeg {
  const at = text.lastIndexOf('@')
  return { fixture: text.slice(0, at), result: Number(text.slice(at + 1)) }
}

function both(...waiting: (void | Promise<void>)[]): void | Promise<void> {
  const promises = waiting.filter((one) => one !== undefined)
  if (promises.length > 0) return Promise.all(promises).then(() => undefined)
}

export class SettledRows {
  readonly #corrections: Corrections
  /** Superseded bets, by id. Their rows stay until they are settled again, however late that is. */
  readonly #stale: SpillMap<SettledBet>
  readonly #main: pg.Client
  readonly #spill: Spill
  readonly #bets: RowsInStep
  readonly #legs: RowsInStep
  readonly #superseded: TableCheck

  private constructor(main: pg.Client, bets: RowsInStep, legs: RowsInStep, superseded: TableCheck, spill: Spill) {
    this.#corrections = new Corrections(spill)
    this.#stale = spill.map('superseded bets', SUPERSEDED, 'text')
    this.#main = main
    this.#bets = bets
    this.#legs = legs
    this.#superseded = superseded
    this.#spill = spill
  }

  static async begin(snapshot: Snapshot, findings: Findings, spill: Spill, ahead?: number): Promise<SettledRows> {
    const rowsOf = async (table: TableSpec, keyOf: (line: string) => string) => {
      const check = new TableCheck(table, findings)
      return new RowsInStep({ lines: await check.lines(snapshot), check, keyOf, spill, ahead })
    }
    const bets = await rowsOf(settledBet, (line) => line.slice(0, line.indexOf('\t')))
    const legs = await rowsOf(settledLeg, (line) => line.slice(0, line.lastIndexOf('\t')).replace('\t', ' '))
    return new SettledRows(snapshot.main, bets, legs, new TableCheck(supersededBet, findings), spill)
  }

  get rows(): number {
    return this.#bets.rows + this.#legs.rows + this.#superseded.rows
  }

  /** A bet was settled for the first time. Returns a promise only if it must wait for rows. */
  settled(settled: SettledBet): void | Promise<void> {
    this.#corrections.passed(settled.at)
    this.#bets.forget(this.#isPruned)
    this.#legs.forget(this.#isPruned)
    this.#look(settled)
    return this.expect(settled)
  }

  /** A fixture was decided. `on`: the bets that its decisions have settled so far. */
  decided(fixture: string, version: number, at: string, on: Iterable<SettledBet>): void {
    const isFirst = this.#corrections.inForce(fixture) === undefined
    this.#corrections.decided(fixture, version, at)
    if (!isFirst) for (const settled of on) this.#look(settled)
  }

  #look(settled: SettledBet): void {
    const { bet, legs, at } = settled
    if (legs.some((leg) => this.#corrections.supersedes(leg, at))) this.#stale.set(bet, settled)
  }

  superseded(): Iterable<SettledBet> {
    return this.#stale.values()
  }

  /** Expects the rows of a settled bet, whenever it was settled. Returns a promise only if it must wait for rows. */
  expect(settled: SettledBet): void | Promise<void> {
    const about = settlementText(settled)
    return both(
      this.#bets.expect([{ ...betRow(settled), about }]),
      this.#legs.expect(legRows(settled.bet, settled.legs, about)),
    )
  }

  /**
   * A settlement was replaced by one with these legs; null: the bet is open again. Returns a promise only if it must
   * wait for rows.
   */
  resettled(before: SettledBet, legs: readonly SettledLeg[] | null): void | Promise<void> {
    const isIn = (list: readonly SettledLeg[], { fixture, result }: SettledLeg) =>
      list.some((leg) => leg.fixture === fixture && leg.result === result)
    for (const leg of before.legs) if (!isIn(legs ?? [], leg)) this.#legs.retract(legRow(before.bet, leg))
    this.#stale.delete(before.bet)
    if (legs === null) return this.#bets.retract(betRow(before))
    this.#look({ ...before, legs })
    const about = settlementText({ at: before.at, legs, bet: before.bet })
    this.#bets.renew(before.bet, about)
    for (const leg of legs) this.#legs.renew(legRow(before.bet, leg).key, about)
    const added = legs.filter((leg) => !isIn(before.legs, leg))
    return this.#legs.expect(legRows(before.bet, added, about))
  }

  /** Whether the product prunes the rows: no correction has reached the settlement, and none can any more. */
  readonly #isPruned = (text: string): boolean => {
    if (!this.#corrections.isOver(text.slice(0, text.indexOf(' ')))) return false
    const { at, legs } = settlementIn(text)
    return !legs.some((leg) => this.#corrections.supersedes(leg, at))
  }

  async finish(): Promise<void> {
    const bets = await this.#bets.finish(this.#isPruned)
    const legs = await this.#legs.finish(this.#isPruned)
    await this.#compareSuperseded([...bets.unlike, ...legs.unlike], legs.others)
  }

  /** Takes the settled legs from the stored rows, and from the events for the rows that differ from them. */
  async #compareSuperseded(unlike: readonly DueRow[], others: ReadonlySet<string>): Promise<void> {
    const corrections = this.#corrections
    const due = new Map<string, string>()
    const add = (bet: string, fixture: string, result: number | string) => {
      due.set(`${bet} ${fixture}`, [bet, fixture, result, corrections.inForce(fixture)].join('\t'))
    }
    const again = [...corrections.again()]
    const { rows } = await this.#main.query<{ bet: string; fixture: string; result: number }>(
      `select distinct l.bet_id as bet, l.fixture_id as fixture, l.result
       from unnest($1::text[], $2::integer[], $3::timestamptz[]) as d (fixture_id, version, since)
       join app.settled_leg l on l.fixture_id = d.fixture_id and l.result < d.version
       join app.settled_bet b on b.bet_id = l.bet_id and b.settled_at >= d.since`,
      [again.map(({ fixture }) => fixture), again.map(({ version }) => version), again.map(({ since }) => since)],
    )
    for (const { bet, fixture, result } of rows) if (!others.has(`${fixture} ${bet}`)) add(bet, fixture, result)
    for (const { about } of unlike) {
      const { at, bet, legs } = settlementIn(about)
      for (const leg of legs) {
        if (corrections.supersedes(leg, at)) add(bet, leg.fixture, leg.result)
      }
    }
    const rowOf = (key: string) => due.get(key) ?? null
    await this.#superseded.compareAll(this.#main, this.#spill, 2, { rowOf, keys: () => due.keys(), count: due.size })
  }
}
