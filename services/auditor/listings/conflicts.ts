// `ledger conflicts`: who opened, funded, paid out, priced and settled for whom, and where one person did what should
// be kept apart.
import type { Answer, Call } from '../commands/command.ts'
import { periodOption } from '../commands/options.ts'
import { answerOf } from '../report/listing/answer.ts'
import { counted } from '../report/listing/cells.ts'
import type { Listing } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { readNames } from '../walk/names.ts'
import { OpenLog } from '../walk/open-log.ts'
import { walk } from '../walk/walk.ts'
import { Duties, excludedOf } from './duties.ts'

const COLUMNS = [
  { key: 'person', title: 'Admin' },
  { key: 'personName', title: 'Name' },
  { key: 'bettor', title: 'Bettor' },
  { key: 'bettorName', title: 'Name' },
  { key: 'conflicts', title: 'Conflict' },
  { key: 'openedBy', title: 'Opened by', as: 'number' },
  { key: 'fundedCents', title: 'Funded', as: 'cents' },
  { key: 'paidOutCents', title: 'Paid out', as: 'cents' },
  { key: 'goodwillCents', title: 'Goodwill', as: 'cents' },
  { key: 'pricedBets', title: 'Priced', as: 'number' },
  { key: 'settledBets', title: 'Settled', as: 'number' },
  { key: 'settledCents', title: 'Returning', as: 'cents' },
] as const

export async function answerConflicts(call: Call): Promise<Answer> {
  const period = periodOption(call)
  const all = call.options.all === true
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const names = await readNames(log)
    const duties = new Duties()
    const passage = await walk(log, period.to, ({ row, body }, state) => {
      const isIncluded = period.includes(row)
      if (body !== null) duties.add(body, row.number, state, isIncluded)
    })
    const rows = new Rows(COLUMNS)
    const people = new Set<string>()
    let conflicting = 0
    for (const duty of duties.pairs()) {
      const conflicts = excludedOf(duty)
      if (conflicts.length > 0) {
        conflicting += 1
        people.add(duty.person)
      } else if (!all) continue
      rows.add({ ...duty, conflicts, personName: names(duty.person), bettorName: names(duty.bettor) })
    }
    const listing: Listing = {
      command: 'conflicts',
      sentence:
        conflicting === 0
          ? 'Nobody who opened an account, funded it, paid it out, gave it goodwill or set its prices also decided its bets by hand.'
          : `${counted(people.size, 'admin')} decided by hand the bets of bettors whose accounts the same admin opened, funded, paid out or set prices for, in ${counted(conflicting, 'pair')} of admin and bettor: somebody else should look at these decisions.`,
      findings: conflicting,
      passage,
      facts: [],
      tables: [{ key: 'pairs', title: all ? 'Who did what for whom' : 'Conflicts of interest', rows }],
    }
    return answerOf(listing)
  })
}
