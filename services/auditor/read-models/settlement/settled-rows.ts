// Bets settled within the resettlement window, their legs that counted, and those that a correction superseded.
import type pg from 'pg'
import type { LegSettled } from '../../events/payloads.ts'
import type { Findings } from '../../findings/findings.ts'
import type { Snapshot } from '../../postgres/snapshot.ts'
import { time } from '../../postgres/table-lines.ts'
import type { Spill } from '../../spill/spill.ts'
import { type DueRow, RowsInStep } from '../rows-in-step.ts'
import { TableCheck, type TableSpec } from '../table-check.ts'
import { Corrections, type Settlement } from './corrections.ts'

export const settledBet = { table: 'settled_bet', columns: ['bet_id', 'account_id', 'settled_at', 'fixtures'] }
export const settledLeg = { table: 'settled_leg', columns: ['fixture_id', 'bet_id', 'result'] }
export const supersededBet = {
  table: 'superseded_bet',
  columns: ['bet_id', 'fixture_id', 'settled_result', 'current_result'],
}

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

const legRow = (bet: string, { fixture, result }: LegSettled) => ({
  key: `${fixture} ${bet}`,
  line: `${fixture}\t${bet}\t${result}`,
})

const legRows = (about: Settled, legs: readonly LegSettled[]) =>
  legs.map((leg) => ({ ...legRow(about.bet, leg), about }))

function both(...waiting: (void | Promise<void>)[]): void | Promise<void> {
  const promises = waiting.filter((one) => one !== undefined)
  if (promises.length > 0) return Promise.all(promises).then(() => undefined)
}

export class SettledRows {
  readonly corrections: Corrections
  readonly #main: pg.Client
  readonly #spill: Spill
  readonly #bets: RowsInStep<Settled>
  readonly #legs: RowsInStep<Settled>
  readonly #superseded: TableCheck

  private constructor(
    main: pg.Client,
    bets: RowsInStep<Settled>,
    legs: RowsInStep<Settled>,
    superseded: TableCheck,
    spill: Spill,
  ) {
    this.corrections = new Corrections(spill)
    this.#main = main
    this.#bets = bets
    this.#legs = legs
    this.#superseded = superseded
    this.#spill = spill
  }

  static async begin(snapshot: Snapshot, findings: Findings, spill: Spill, ahead?: number): Promise<SettledRows> {
    const rowsOf = async (table: TableSpec, keyOf: (line: string) => string) => {
      const check = new TableCheck(table, findings)
      return new RowsInStep<Settled>(await check.lines(snapshot), check, keyOf, spill, ahead)
    }
    const bets = await rowsOf(settledBet, (line) => line.slice(0, line.indexOf('\t')))
    const legs = await rowsOf(settledLeg, (line) => line.slice(0, line.lastIndexOf('\t')).replace('\t', ' '))
    return new SettledRows(snapshot.main, bets, legs, new TableCheck(supersededBet, findings), spill)
  }

  get rows(): number {
    return this.#bets.rows + this.#legs.rows + this.#superseded.rows
  }

  /** Returns a promise only if it must wait for rows. */
  settled(settled: SettledBet): void | Promise<void> {
    const { at, bet, legs } = settled
    const about = { at, legs, bet }
    this.corrections.passed(at)
    this.#bets.forget(this.corrections.isPruned)
    this.#legs.forget(this.corrections.isPruned)
    return both(this.#bets.expect([{ ...betRow(settled), about }]), this.#legs.expect(legRows(about, legs)))
  }

  /** The settlement in force was taken back, for the one with these legs; null: the bet is open again. */
  resettled(before: SettledBet, legs: readonly LegSettled[] | null): void | Promise<void> {
    const isIn = (list: readonly LegSettled[], { fixture, result }: LegSettled) =>
      list.some((leg) => leg.fixture === fixture && leg.result === result)
    for (const leg of before.legs) if (!isIn(legs ?? [], leg)) this.#legs.retract(legRow(before.bet, leg))
    if (legs === null) return this.#bets.retract(betRow(before))
    const about = { at: before.at, legs, bet: before.bet }
    this.#bets.renew(before.bet, about)
    for (const leg of legs) this.#legs.renew(legRow(before.bet, leg).key, about)
    const added = legs.filter((leg) => !isIn(before.legs, leg))
    return this.#legs.expect(legRows(about, added))
  }

  async finish(): Promise<void> {
    const { isPruned } = this.corrections
    const bets = await this.#bets.finish(isPruned)
    const legs = await this.#legs.finish(isPruned)
    await this.#compareSuperseded([...bets.unlike, ...legs.unlike], legs.others)
  }

  /** The rows are those of the events, but for some: there the events apply. */
  async #compareSuperseded(unlike: readonly DueRow<Settled>[], others: ReadonlySet<string>): Promise<void> {
    const { corrections } = this
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
      for (const leg of about.legs) {
        if (corrections.supersedes(leg, about.at)) add(about.bet, leg.fixture, leg.result)
      }
    }
    const rowOf = (key: string) => due.get(key) ?? null
    await this.#superseded.compareAll(this.#main, this.#spill, 2, { rowOf, keys: () => due.keys(), count: due.size })
  }
}
