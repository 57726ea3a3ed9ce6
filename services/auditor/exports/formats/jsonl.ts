// Events as they are stored, one per line. It is the only format from which a ledger can be restored.
import { EVENTS_FILE, lineOf } from '../lines.ts'
import type { Format } from './format.ts'

export const jsonl: Format = (folder) => {
  const file = folder.file(EVENTS_FILE)
  let rows = 0
  return {
    event({ row }) {
      file.write(`${lineOf(row)}\n`)
      rows += 1
    },
    end: () => [{ name: EVENTS_FILE, ...file.end(), rows }],
  }
}
