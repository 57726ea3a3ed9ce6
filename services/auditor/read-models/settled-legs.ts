// The legs of settled bets. The auditor holds none of them: they must be the legs that the rows of `bet` name, each of which is compared with its event; where such a row is in
// doubt, the legs of its event are kept instead.
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

/** Legs that only one side has: by the rows of `bet`, and in the table of legs. No text in them can make it fail. */
const DIFFERENCES = `
  with named as (
    select l ->> 'fixture' as fixture_id, b.bet_id, l ->> 'result' as result
    from app.bet b, json_array_elements(case when json_typeof(b.graded) = 'array' then b.graded else '[]' end) as l
    where b.graded is not null
  ), kept as (
    select fixture_id, bet_id, result::text as result from app.settled_leg
  )
  (select 'missing', * from (select * from named except all select * from kept) m)
  union all
  (select 'extra', * from (select * from kept except all select * from named) e)`

type Side = 'missing' | 'extra'
const keyOf = (fixture: string, bet: string): string => `${fixture} ${bet}`

export class SettledLegs {
  rows = 0
  readonly #main: pg.Client
  readonly #findings: Findings
  readonly #client: pg.Client
  readonly #differences: Lines
  readonly #doubted = new Set<string>()
  /** Legs of settled bets whose rows are in doubt, as their events have them. */
  readonly #kept = new Map<string, readonly LegSettled[]>()

  private constructor(main: pg.Client, client: pg.Client, findings: Findings) {
    this.#main = main
    this.#client = client
    this.#findings = findings
    this.#differences = new Lines(client, DIFFERENCES)
  }

  /** The comparison runs in the database while the log is read. */
  static async begin({ open, main }: Snapshot, findings: Findings): Promise<SettledLegs> {
    const client = await open(`set work_mem = '64MB'`)
    return new SettledLegs(main, client, findings)
  }

  /** The row of this bet is not what the events say. */
  doubt(bet: string): void {
    this.#doubted.add(bet)
  }

  settled(bet: string, legs: readonly LegSettled[]): void {
    if (this.#doubted.has(bet)) this.#kept.set(bet, legs)
  }

  async finish(state: State): Promise<void> {
    const differences = await this.#settledLegs()
    await endConnection(this.#client)
    await this.#superseded(state, differences)
  }

  /** By key, what the events say of a leg where the table says something else; null where it should have nothing. */
  async #settledLegs(): Promise<Map<string, string | null>> {
    const check = new TableCheck(settledLeg, this.#findings)
    const due = new Map<string, string>()
    const found = new Map<string, string>()
    for await (const line of this.#differences) {
      const [side, fixture = '', bet = '', result = ''] = line.split('\t')
      if (this.#doubted.has(bet)) continue
      const rows = (side as Side) === 'missing' ? due : found
      rows.set(keyOf(fixture, bet), result)
    }
    const doubted = await this.#legsOfDoubted()
    for (const [bet, legs] of this.#kept) {
      for (const { fixture, result } of legs) due.set(keyOf(fixture, bet), String(result))
    }
    for (const [key, result] of doubted) found.set(key, result)

    const differences = new Map<string, string | null>()
    for (const [key, result] of found) {
      const [fixture, bet] = key.split(' ')
      const line = [fixture, bet, result].join('\t')
      const expected = due.get(key)
      if (expected === undefined) check.extra(key, null, line)
      else check.compare(key, [fixture, bet, expected].join('\t'), line, null)
      differences.set(key, expected ?? null)
    }
    for (const [key, result] of due) {
      if (!found.has(key)) check.missing(key, null)
      differences.set(key, result)
    }
    return differences
  }

  async #legsOfDoubted(): Promise<Map<string, string>> {
    if (this.#doubted.size === 0) return new Map()
    const { rows } = await this.#client.query<{ fixture: string; bet: string; result: string }>(
      `select fixture_id as fixture, bet_id as bet, result::text as result from app.settled_leg
       where bet_id = any($1::text[])`,
      [[...this.#doubted]],
    )
    return new Map(rows.map(({ fixture, bet, result }) => [keyOf(fixture, bet), result]))
  }

  /** Settled legs whose result is no longer the one in force. */
  async #superseded(state: State, differences: ReadonlyMap<string, string | null>): Promise<void> {
    const current = new Map<string, number>()
    for (const { id, endings } of state.fixtures.values()) {
      if (endings.length > 1) current.set(id, endings.at(-1)!.version)
    }
    const due = new Map<string, string>()
    const add = (fixture: string, bet: string, result: number) => {
      const inForce = current.get(fixture)
      if (inForce !== undefined && result < inForce) {
        due.set(`${bet} ${fixture}`, [bet, fixture, result, inForce].join('\t'))
      }
    }
    const { rows } = await this.#main.query<{ fixture: string; bet: string; result: number }>(
      `select fixture_id as fixture, bet_id as bet, result from app.settled_leg where fixture_id = any($1::text[])`,
      [[...current.keys()]],
    )
    for (const { fixture, bet, result } of rows) if (!differences.has(keyOf(fixture, bet))) add(fixture, bet, result)
    for (const [key, result] of differences) {
      const [fixture = '', bet = ''] = key.split(' ')
      if (result !== null) add(fixture, bet, Number(result))
    }
    const check = new TableCheck(supersededBet, this.#findings)
    await check.compareAll(new Lines(this.#main, check.query), 2, (key) => due.get(key) ?? null, due.keys())
    this.rows += check.rows
  }
}
