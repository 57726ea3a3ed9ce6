// Read models whose size depends on accounts, fixtures and transfers and not on the length of the log. They are
// compared as a whole.
import type { Known } from '../../spill/known.ts'
import { compareWhole, type ReadModel, type WholeTable } from '../read-model.ts'

export const wholeModel = (projection: string, tables: readonly WholeTable[]): ReadModel => ({
  projection,
  tables: tables.map(({ spec }) => spec),
  async begin({ snapshot, findings }) {
    let rows = 0
    return {
      async finish(state) {
        rows = await compareWhole(tables, snapshot, state, findings)
      },
      rows: () => rows,
    }
  },
})

/** Spilled items are read with `peek`: `get` would bring each of them into memory and push others out. */
type Items<Item> = Known<Item> | ReadonlyMap<string, Item>

export const byKey = <Item>(items: Items<Item>, line: (item: Item) => string) => ({
  rowOf: (key: string) => {
    const item = 'peek' in items ? items.peek(key) : items.get(key)
    return item === undefined ? null : line(item)
  },
  keys: () => items.keys(),
  count: items.size,
})

export const itself = (key: string): string => key
