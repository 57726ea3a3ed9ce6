// A part of the state that `ledger replay` lists.
import type { State } from '../../replay/state.ts'
import type { Column, Row } from '../../report/listing/cells.ts'

export type Section = {
  readonly key: string
  readonly title: string
  readonly columns: readonly Column[]
  /** In an order that follows from the log alone. */
  rows(state: State): Iterable<Row>
  /** The account of a row whose user name is shown; nobody's by default. */
  nameOf?(row: Row): string
}
