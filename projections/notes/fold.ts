// Notes of the desk about bettors: by whom, and when.
import { tablesIn } from '../ddl.ts'
import type { LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { insertRows, type Row } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { note } = tablesIn(DDL, 'note')

class NotesFold implements Fold {
  readonly #rows: Row[] = []

  get size(): number {
    return this.#rows.length
  }

  add({ type, data, meta, subject, number }: LedgerEvent): void {
    if (type === 'NoteAdded') this.#rows.push([data.text, subject, number, meta.actor.id, meta.at])
  }

  writes(): Write[] {
    return this.#rows.length === 0 ? [] : [insertRows(note, this.#rows)]
  }
}

export const notes: Projection = {
  name: 'notes',
  ddl: DDL,
  tables: [note],
  fold: () => new NotesFold(),
  revision: 1,
}
