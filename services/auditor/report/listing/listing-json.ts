// A listing as JSON, for programs. For the same log it is the same to the byte, whichever store the log is on.
import { headOf } from '../head.ts'
import { exitCodeOfListing, type Listing, wholeSentence } from './listing.ts'

/** Version 1 of each schema: members may be added, but none may change its meaning. Amounts are in cents. */
export function* jsonListing(listing: Listing): Generator<string> {
  const { command, passage, facts, tables } = listing
  const { events, findings } = passage
  const head = {
    ...headOf({ command, exitCode: exitCodeOfListing(listing), sentence: wholeSentence(listing) }, passage),
    eventsRead: events,
    findingsInLog: findings.byCode(),
    gaps: findings.gaps,
    ...Object.fromEntries(facts.map(({ key, value }) => [key, value])),
  }
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const { key, rows } of tables) {
    yield `,\n  ${JSON.stringify(key)}: [`
    let separator = '\n    '
    for (const line of rows.lines()) {
      yield separator + line
      separator = ',\n    '
    }
    yield rows.count === 0 ? ']' : '\n  ]'
  }
  yield '\n}\n'
}
