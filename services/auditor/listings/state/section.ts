// A part of the state that `ledger replay` lists.
import type { State } from '../../replay/state.ts'
import type { Column, Row } from '../../report/listing/cells.ts'

export type Section = {
  readonly key: string
  readonly title: string
  readonly columns: readonly Column[]
  /** In an order that depends only on the log. */
  rows(state: State): Iterable<Row>
  /** The account whose user name is shown with a row; left out if none is shown. */
  nameOf?(row: Row): string
}
