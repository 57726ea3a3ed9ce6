// The legs of settled bets: one row each, for ever. They are written in the order of the log and never changed, so they
// lie in that order too, and are read in step with the log as they lie. Rows that lie elsewhere are put aside until
// the end: that costs memory, and is still right.
import type pg from 'pg'
import type { LegSettled } from '../events/shapes.ts'
import type { Findings } from '../findings.ts'
import { endConnection, type Snapshot } from '../postgres/snapshot.ts'
import { Lines } from '../postgres/table-lines.ts'
import type { State } from '../state.ts'
import type { WholeTable } from './read-model.ts'
import { TableCheck } from './table-check.ts'

export const decidedFixture: WholeTable = {
  spec: { table: 'decided_fixture', columns: ['fixture_id', 'result'] },
  keyColumns: 1,
  rows: ({ fixtures }) => ({
    rowOf: (key) => {
      const ending = fixtures.get(key)?.endings.at(-1)
      return ending === undefined ? null : `${key}\t${ending.version}`
    },
    keys: decided(fixtures),
  }),
}

function* decided(fixtures: State['fixtures']): Generator<string> {
  for (const { id, endings } of fixtures.values()) if (endings.length > 0) yield id
}

export const settledLeg = { table: 'settled_leg', columns: ['fixture_id', 'bet_id', 'result'] }
export const supersededBet = {
  table: 'superseded_bet',
  columns: ['bet_id', 'fixture_id', 'settled_result', 'current_result'],
}

/** So many rows are put aside to find one. */
const AHEAD = 1_000

const keyOf = (line: string): string => line.slice(0, line.lastIndexOf('\t')).replace('\t', ' ')

export class SettledLegs {
  readonly #main: pg.Client
  readonly #client: pg.Client
  readonly #lines: Lines
  readonly #check: TableCheck
  readonly #supersededCheck: TableCheck
  readonly #ahead: number
  /** By key: rows that were read, and no event named yet; lines that events made, and no row was read yet. */
  readonly #aside = new Map<string, string>()
  readonly #due = new Map<string, string>()

  private constructor(main: pg.Client, client: pg.Client, findings: Findings, ahead: number) {
    this.#ahead = ahead
    this.#main = main
    this.#client = client
    this.#check = new TableCheck(settledLeg, findings)
    this.#supersededCheck = new TableCheck(supersededBet, findings)
    this.#lines = new Lines(client, this.#check.query)
  }

  static async begin({ open, main }: Snapshot, findings: Findings, ahead = AHEAD): Promise<SettledLegs> {
    return new SettledLegs(main, await open(), findings, ahead)
  }

  get rows(): number {
    return this.#check.rows + this.#supersededCheck.rows
  }

  /** A bet was settled by these legs. A promise where rows must be waited for. */
  settled(bet: string, legs: readonly LegSettled[], from = 0): void | Promise<void> {
    for (let index = from; index < legs.length; index++) {
      const { fixture, result } = legs[index]!
      if (this.#expect(`${fixture}\t${bet}\t${result}`)) continue
      return this.#lines.fill().then(() => this.settled(bet, legs, index))
    }
  }

  /** False where rows must be waited for. */
  #expect(line: string): boolean {
    if (this.#aside.size > 0 && this.#aside.get(keyOf(line)) === line) {
      this.#aside.delete(keyOf(line))
      this.#check.rows += 1
      return true
    }
    for (;;) {
      const next = this.#lines.peek()
      if (next === undefined && !this.#lines.ended) return false
      if (next === undefined || (next !== line && this.#aside.size >= this.#ahead)) {
        this.#due.set(keyOf(line), line)
        return true
      }
      this.#lines.take()
      if (next === line) {
        this.#check.rows += 1
        return true
      }
      this.#aside.set(keyOf(next), next)
    }
  }

  async finish(state: State): Promise<void> {
    for await (const line of this.#lines) this.#aside.set(keyOf(line), line)
    await endConnection(this.#client)
    for (const [key, line] of this.#due) {
      const found = this.#aside.get(key)
      if (found === undefined) this.#check.missing(key, null)
      else if (this.#check.compare(key, line, found, null)) {
        this.#due.delete(key)
        this.#aside.delete(key)
      }
    }
    for (const [key, line] of this.#aside) if (!this.#due.has(key)) this.#check.extra(key, null, line)
    await this.#superseded(state)
  }

  /** Settled legs whose result is no longer the one in force. */
  async #superseded(state: State): Promise<void> {
    const current = new Map<string, number>()
    for (const { id, endings } of state.fixtures.values()) {
      if (endings.length > 1) current.set(id, endings.at(-1)!.version)
    }
    const due = new Map<string, string>()
    const add = (line: string) => {
      const [fixture = '', bet = '', result] = line.split('\t')
      const inForce = current.get(fixture)
      if (inForce !== undefined && Number(result) < inForce) {
        due.set(`${bet} ${fixture}`, [bet, fixture, result, inForce].join('\t'))
      }
    }
    const { rows } = await this.#main.query<{ line: string }>(
      `select concat_ws(E'\\t', fixture_id, bet_id, result) as line from app.settled_leg where fixture_id = any($1::text[])`,
      [[...current.keys()]],
    )
    // where a row differs from what the events say, the events count
    for (const { line } of rows) if (!this.#aside.has(keyOf(line))) add(line)
    for (const line of this.#due.values()) add(line)
    const lines = new Lines(this.#main, this.#supersededCheck.query)
    await this.#supersededCheck.compareAll(lines, 2, (key) => due.get(key) ?? null, due.keys())
  }
}
