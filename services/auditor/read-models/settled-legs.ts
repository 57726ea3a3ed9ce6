// The legs of settled bets: one row each, for ever. They are written in the order of the log and never changed, so they are
// stored in that order, and read in step with the log without sorting. Rows out of order are set aside until the end, which
// takes memory but is still correct.

import type pg from 'pg'
import type { LegSettled } from '../events/payloads.ts'
import type { Findings } from '../findings/findings.ts'
import { endConnection, type Snapshot } from '../postgres/snapshot.ts'
import { TableLines } from '../postgres/table-lines.ts'
import type { State } from '../replay/state.ts'
import { TableCheck } from './table-check.ts'

export const settledLeg = { table: 'settled_leg', columns: ['fixture_id', 'bet_id', 'result'] }
export const supersededBet = {
  table: 'superseded_bet',
  columns: ['bet_id', 'fixture_id', 'settled_result', 'current_result'],
}

/** Rows that are set aside in search of one. */
const MAX_AHEAD = 1_000

const keyOf = (line: string): string => line.slice(0, line.lastIndexOf('\t')).replace('\t', ' ')

export class SettledLegs {
  readonly #main: pg.Client
  readonly #client: pg.Client
  readonly #lines: TableLines
  readonly #check: TableCheck
  readonly #supersededCheck: TableCheck
  readonly #ahead: number
  /** By key: rows without an event so far, and lines of events without a row so far. */
  readonly #aside = new Map<string, string>()
  readonly #due = new Map<string, string>()

  private constructor(main: pg.Client, client: pg.Client, findings: Findings, ahead: number) {
    this.#ahead = ahead
    this.#main = main
    this.#client = client
    this.#check = new TableCheck(settledLeg, findings)
    this.#supersededCheck = new TableCheck(supersededBet, findings)
    this.#lines = new TableLines(client, this.#check.query)
  }

  static async begin({ open, main }: Snapshot, findings: Findings, ahead = MAX_AHEAD): Promise<SettledLegs> {
    return new SettledLegs(main, await open(), findings, ahead)
  }

  get rows(): number {
    return this.#check.rows + this.#supersededCheck.rows
  }

  /** A bet was settled by these legs. Returns a promise only if it must wait for rows. */
  settled(bet: string, legs: readonly LegSettled[], from = 0): void | Promise<void> {
    for (let index = from; index < legs.length; index++) {
      const { fixture, result } = legs[index]!
      if (this.#expect(`${fixture}\t${bet}\t${result}`)) continue
      return this.#lines.fill().then(() => this.settled(bet, legs, index))
    }
  }

  /** False if it must wait for rows. */
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
      this.#lines.next()
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

  /** Settled legs whose result is no longer current. */
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
    // if a row differs from the events, the events apply
    for (const { line } of rows) if (!this.#aside.has(keyOf(line))) add(line)
    for (const line of this.#due.values()) add(line)
    const lines = new TableLines(this.#main, this.#supersededCheck.query)
    await this.#supersededCheck.compareAll(lines, 2, (key) => due.get(key) ?? null, due.keys())
  }
}
