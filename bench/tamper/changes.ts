// Single changes to a book, drawn by seed, as somebody with every right in the database would make them.
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { SeededRandom } from '#projections/testing/seeded-random.ts'
import { decodeBody, encodeEvent } from '#services/event-store/encoding.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { EVENTS } from '#tests/audit/covered.ts'
import { otherJson, otherValue } from './cells.ts'
import type { SignedBook } from './signed-book.ts'
import { type Column, coveredTables, type Table } from './tables.ts'

/** `rewrite`: an event is replaced, and the rest of its stream is chained again. `cut`: the log loses its end. */
export const KINDS = ['flip', 'delete', 'insert', 'swap', 'rewrite', 'cut'] as const
export type Kind = (typeof KINDS)[number]

/** What was done: to which table, and which columns got other values; none if rows were deleted. */
export type Made = {
  readonly kind: Kind
  readonly table: string
  readonly columns: readonly string[]
  /** For events, their ledger numbers. */
  readonly numbers: readonly number[]
}

type Row = Readonly<Record<string, string | null>>

const TREE = ['app.log_tile', 'app.log_tree', 'app.log_checkpoint']
/** At most this many of the last events. */
const CUT_MOST = 40
/** How often to draw again if a constraint forbids a change, or it changes nothing. */
const DRAWS = 50

const copyOf = (table: string): string => `kept.${table.replace('.', '_')}`

export class Changes {
  readonly #book: SignedBook
  readonly #tables: readonly Table[]

  private constructor(book: SignedBook, tables: readonly Table[]) {
    this.#book = book
    this.#tables = tables
  }

  static async begin(book: SignedBook): Promise<Changes> {
    const tables = await coveredTables(book.owner)
    await book.owner.query('create schema kept')
    for (const { name } of tables) await book.owner.query(`create table ${copyOf(name)} as table ${name}`)
    return new Changes(book, tables)
  }

  /** Makes the change of this seed. */
  async make(kind: Kind, seed: number): Promise<Made> {
    const random = new SeededRandom(seed)
    for (let draw = 0; draw < DRAWS; draw++) {
      const made = await this.#draw(kind, random)
      if (made !== null) return made
    }
    throw new Error(`no ${kind} of seed ${seed} changes anything`)
  }

  /** Restores everything that `made` changed. */
  async undo({ kind, table }: Made): Promise<void> {
    const whole = kind === 'rewrite' || kind === 'cut'
    for (const { name } of this.#tables.filter((one) => whole || one.name === table)) {
      await this.#book.owner.query(
        `delete from ${name}; insert into ${name} overriding system value table ${copyOf(name)}`,
      )
    }
  }

  #draw(kind: Kind, random: SeededRandom): Promise<Made | null> {
    if (kind === 'rewrite') return this.#rewrite(random)
    if (kind === 'cut') return this.#cut(random)
    // events as often as rows of everything else
    const events = this.#tables.find(({ name }) => name === EVENTS)!
    const table = random.below(2) === 0 ? events : random.one(this.#tables)
    if (kind === 'delete') return this.#delete(table, random)
    const column = random.one(table.columns)
    return kind === 'swap' ? this.#swap(table, column, random) : this.#write(kind, table, column, random)
  }

  /** A row with another value in one column: in its place, or beside it under another key. */
  async #write(kind: 'flip' | 'insert', table: Table, column: Column, random: SeededRandom): Promise<Made | null> {
    const { name } = table
    const { ctid, ...row } = await this.#row(table, random)
    const changed: Row = { ...row, ...(kind === 'insert' ? otherKey(table, row, column, random) : {}) }
    const whole = asJson(table, {
      ...changed,
      [column.name]: otherValue(column.type, row[column.name]!, column.nullable, random),
    })
    const done =
      kind === 'insert'
        ? await this.#try(
            `insert into ${name} overriding system value
             select * from json_populate_record(null::${name}, $1) t where ${table.isCovered}`,
            [whole],
          )
        : await this.#try(
            `update ${name} set ${column.name} = (json_populate_record(null::${name}, $1)).${column.name}
             where ctid = $2::tid`,
            [whole, ctid],
          )
    if (!done) return null
    return { kind, table: name, columns: [column.name], numbers: numbersOf(table, row, JSON.parse(whole) as Row) }
  }

  async #delete(table: Table, random: SeededRandom): Promise<Made | null> {
    if (!table.misses) return null
    const row = await this.#row(table, random)
    const done = await this.#try(`delete from ${table.name} where ctid = $1::tid`, [row.ctid])
    return done ? { kind: 'delete', table: table.name, columns: [], numbers: numbersOf(table, row) } : null
  }

  /** Two rows swap their values in one column. */
  async #swap(table: Table, { name }: Column, random: SeededRandom): Promise<Made | null> {
    const [one, other] = [await this.#row(table, random), await this.#row(table, random)]
    if (one[name] === other[name]) return null
    const done = await this.#try(
      `update ${table.name} a set ${name} = b.${name} from ${table.name} b
       where (a.ctid = $1::tid and b.ctid = $2::tid) or (a.ctid = $2::tid and b.ctid = $1::tid)`,
      [one.ctid, other.ctid],
    )
    if (!done) return null
    return { kind: 'swap', table: table.name, columns: [name], numbers: numbersOf(table, one, other) }
  }

  async #rewrite(random: SeededRandom): Promise<Made | null> {
    const { owner } = this.#book
    const { rows } = await owner.query<{ position: number; stream: string; body: string }>(
      'select position::int as position, stream, body from log.events order by position',
    )
    const chosen = 1 + random.below(rows.length - 1)
    const { stream, body } = rows[chosen]!
    const data = otherJson(JSON.stringify(decodeBody(body).data), random)
    let prev = decodeBody(body).prev
    for (const row of rows.slice(chosen).filter((one) => one.stream === stream)) {
      const one = decodeBody(row.body)
      const again = { ...one, prev, data: row === rows[chosen] ? JSON.parse(data) : one.data }
      const encoded = encodeEvent(again)
      prev = encoded.hash
      await owner.query(`update log.events set body = $1, hash = decode($2, 'hex') where position = $3`, [
        encoded.body,
        encoded.hash,
        row.position,
      ])
    }
    await this.#forgetTree()
    await this.#rebuild()
    return { kind: 'rewrite', table: EVENTS, columns: ['body'], numbers: [chosen] }
  }

  async #cut(random: SeededRandom): Promise<Made> {
    const { owner } = this.#book
    const { rows } = await owner.query<{ number: number }>(
      `delete from log.events where position > (select max(position) - $1 from log.events) returning position::int - 1 as number`,
      [1 + random.below(CUT_MOST)],
    )
    await this.#forgetTree()
    await this.#rebuild()
    return { kind: 'cut', table: EVENTS, columns: [], numbers: rows.map(({ number }) => number) }
  }

  /** Removes what was signed of the original log, so that only what was kept elsewhere can tell. */
  async #forgetTree(): Promise<void> {
    for (const table of TREE) await this.#book.owner.query(`delete from ${table}`)
  }

  /** Rebuilds the read models from the changed log; those that no projection can read stay as they were. */
  async #rebuild(): Promise<void> {
    const { url } = this.#book
    const store = await PostgresLog.open({ url })
    try {
      await rebuild({ store, url }).catch(() => undefined)
    } finally {
      await store.close()
    }
  }

  /** A random row, each cell as Postgres writes it. */
  async #row({ name, isCovered }: Table, random: SeededRandom): Promise<Row> {
    const { owner } = this.#book
    const { rows: all } = await owner.query<{ rows: number }>(
      `select count(*)::int as rows from ${name} t where ${isCovered}`,
    )
    const { rows } = await owner.query<{ cells: Row; ctid: string }>(
      `select (select json_object_agg(key, value) from json_each_text(row_to_json(t))) as cells, ctid::text
       from ${name} t where ${isCovered} order by ctid offset $1 limit 1`,
      [random.below(all[0]!.rows)],
    )
    return { ...rows[0]!.cells, ctid: rows[0]!.ctid }
  }

  /** False if a constraint forbids it. */
  async #try(statement: string, parameters: readonly unknown[]): Promise<boolean> {
    try {
      const { rowCount } = await this.#book.owner.query(statement, [...parameters])
      return rowCount !== 0
    } catch {
      return false
    }
  }
}

/** What makes an inserted row distinct, unless its drawn column does. */
function otherKey({ key, columns }: Table, row: Row, drawn: Column, random: SeededRandom): Row {
  const free = columns.filter(({ name }) => key.includes(name))
  if (free.length === 0 || key.includes(drawn.name)) return {}
  const { name, type } = random.one(free)
  return { [name]: otherValue(type, row[name]!, false, random) }
}

const JSON_TYPES = ['json', 'jsonb']

function asJson({ columns }: Table, row: Row): string {
  const cells = Object.entries(row).map(([name, text]) => {
    const isJson = JSON_TYPES.includes(columns.find((one) => one.name === name)?.type ?? '')
    return [name, isJson && text !== null ? JSON.parse(text) : text]
  })
  return JSON.stringify(Object.fromEntries(cells))
}

const numbersOf = ({ name }: Table, ...rows: readonly Row[]): number[] =>
  name === EVENTS ? rows.map(({ position }) => Number(position) - 1) : []
