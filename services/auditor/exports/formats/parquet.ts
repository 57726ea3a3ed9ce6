// Events and postings as Parquet, for analysts' databases. Groups of rows are written as soon as they are full.
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ExportFile } from '../files/export-file.ts'
import type { ManifestFile } from '../manifest.ts'
import type { Format, Told } from './format.ts'
import { type Cell, TABLES, type TableSpec } from './tables.ts'

type Column = TableSpec['columns'][number]

/** A group of rows is full when it has this many rows, or this many characters of text. */
const GROUP_ROWS = 10_000
const GROUP_CHARACTERS = 4_194_304

const FORMS = {
  integer: { type: 'INT64' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const

class ParquetTable {
  readonly #table: TableSpec
  readonly #file: ExportFile
  readonly #bytes = new ByteWriter()
  readonly #parquet: ParquetWriter
  #columns: unknown[][]
  #characters = 0
  #rows = 0

  constructor(table: TableSpec, file: ExportFile) {
    this.#table = table
    this.#file = file
    this.#columns = table.columns.map(() => [])
    const elements = table.columns.map(({ name, type }) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...FORMS[type],
    }))
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: elements.length }, ...elements],
      createdBy: 'fairbook ledger',
    })
  }

  add(told: Told): void {
    for (const row of this.#table.rowsOf(told)) {
      for (const [index, cell] of row.entries()) {
        this.#columns[index]!.push(parquetValue(this.#table.columns[index]!, cell))
        if (typeof cell === 'string') this.#characters += cell.length
      }
      this.#rows += 1
      if (this.#columns[0]!.length >= GROUP_ROWS || this.#characters >= GROUP_CHARACTERS) this.#flush()
    }
  }

  end(): ManifestFile {
    this.#flush()
    void this.#parquet.finish()
    this.#drain()
    const { name, columns } = this.#table
    return { name: `${name}.parquet`, ...this.#file.end(), rows: this.#rows, columns: [...columns] }
  }

  #flush(): void {
    const rowGroupSize = this.#columns[0]!.length
    if (rowGroupSize === 0) return
    const columnData = this.#table.columns.map(({ name }, index) => ({
      name,
      data: this.#columns[index]!,
      offsetIndex: false,
    }))
    void this.#parquet.write({ columnData, rowGroupSize })
    this.#drain()
    this.#columns = this.#table.columns.map(() => [])
    this.#characters = 0
  }

  #drain(): void {
    this.#file.writeBytes(this.#bytes.getBytes())
    this.#bytes.index = 0
  }
}

function parquetValue({ type }: Column, cell: Cell): unknown {
  if (cell === null) return null
  return type === 'integer' ? BigInt(cell) : type === 'time' ? new Date(cell) : cell
}

export const parquet: Format = (folder) => {
  const tables = TABLES.map((table) => new ParquetTable(table, folder.file(`${table.name}.parquet`)))
  return {
    event(told) {
      for (const table of tables) table.add(told)
    },
    end: () => tables.map((table) => table.end()),
  }
}
