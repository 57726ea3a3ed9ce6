// Events as they are stored, one in a line: the only format that a ledger can be made of again.
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
