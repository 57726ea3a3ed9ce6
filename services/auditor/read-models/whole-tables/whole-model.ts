// Read models whose size depends on accounts, fixtures and transfers, not on the log: compared as a whole.
import { compareWhole, type ReadModel, type WholeTable } from '../read-model.ts'

export const wholeModel = (projection: string, tables: readonly WholeTable[]): ReadModel => ({
  projection,
  tables: tables.map(({ spec }) => spec),
  async begin(snapshot, findings) {
    let rows = 0
    return {
      async finish(state) {
        rows = await compareWhole(tables, snapshot, state, findings)
      },
      rows: () => rows,
    }
  },
})

export const byKey = <Item>(items: ReadonlyMap<string, Item>, line: (item: Item) => string) => ({
  rowOf: (key: string) => {
    const item = items.get(key)
    return item === undefined ? null : line(item)
  },
  keys: items.keys(),
})

export const itself = (key: string): string => key
