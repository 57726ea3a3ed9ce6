// `ledger trial-balance`: what each class of accounts opened a period with, what moved it, and what it closed with.
import { KINDS, type Kind } from '../book/book.ts'
import type { Answer, Call } from '../commands/command.ts'
import { periodOption } from '../commands/options.ts'
import type { Body } from '../events/body.ts'
import { answerOf } from '../report/listing/answer.ts'
import { counted, numbered } from '../report/listing/cells.ts'
import type { Listing } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { OpenLog } from '../walk/open-log.ts'
import { walk } from '../walk/walk.ts'
import { KIND_TITLES } from './accounts-of-book.ts'

type Totals = Record<Kind, number>
type Movement = { events: number; readonly totals: Totals }

const COLUMNS = [
  { key: 'line', title: 'Line' },
  { key: 'events', title: 'Events', as: 'number' },
  ...KINDS.map((kind) => ({ key: kind, title: KIND_TITLES[kind], as: 'cents' }) as const),
  { key: 'sum', title: 'Sum', as: 'cents' },
] as const

export async function answerTrialBalance(call: Call): Promise<Answer> {
  const period = periodOption(call)
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const movements = new Map<string, Movement>()
    let opening = noTotals()
    let from: number | null = null
    const passage = await walk(log, period.to, ({ row, body, totals }, _, postings) => {
      if (!period.includes(row)) {
        opening = totals ?? opening
        return
      }
      from ??= row.number
      if (body === null || postings.length === 0) return
      const movement = movementOf(movements, movementName(body))
      movement.events += 1
      for (const { from: source, to, cents } of postings) {
        movement.totals[source.kind] -= cents
        movement.totals[to.kind] += cents
      }
    })
    const closing = { ...passage.state.book.totals }
    const rows = new Rows(COLUMNS)
    const moved = [...movements].toSorted(([a], [b]) => (a < b ? -1 : 1))
    rows.add(lineOf('opening', null, opening))
    for (const [name, { events, totals }] of moved) rows.add(lineOf(name, events, totals))
    rows.add(lineOf('closing', null, closing))
    const faults = faultsOf(
      opening,
      moved.map(([, { totals }]) => totals),
      closing,
    )
    const to = passage.last?.number ?? null
    const over =
      from === null ? 'nothing' : `ledger numbers ${numbered(from)} to ${to === null ? 'none' : numbered(to)}`
    const events = moved.reduce((sum, [, movement]) => sum + movement.events, 0)
    const listing: Listing = {
      command: 'trial-balance',
      sentence:
        faults === 0
          ? `Over ${over} ${counted(events, 'event')} moved money; every line sums to zero, and what each class of accounts opened with and what moved it come to what it closed with.`
          : `Over ${over} the books do not balance: ${counted(faults, 'line or class of accounts', 'lines or classes of accounts')} do not add up.`,
      findings: faults,
      passage,
      facts: [
        { key: 'from', title: 'from', value: from, shown: from === null ? 'no event' : `ledger number ${from}` },
        { key: 'to', title: 'to', value: to, shown: to === null ? 'no event' : `ledger number ${to}` },
      ],
      tables: [{ key: 'lines', title: 'Trial balance, in euros', rows }],
    }
    return answerOf(listing)
  })
}

const noTotals = (): Totals => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Totals
const sumOf = (totals: Totals): number => KINDS.reduce((sum, kind) => sum + totals[kind], 0)
const lineOf = (line: string, events: number | null, totals: Totals) => ({
  line,
  events,
  ...totals,
  sum: sumOf(totals),
})

function movementOf(movements: Map<string, Movement>, name: string): Movement {
  let movement = movements.get(name)
  if (movement === undefined) {
    movement = { events: 0, totals: noTotals() }
    movements.set(name, movement)
  }
  return movement
}

/** The number of lines that do not sum to zero, and of classes whose movements do not lead from opening to closing. */
function faultsOf(opening: Totals, movements: readonly Totals[], closing: Totals): number {
  const lines = [opening, ...movements, closing].filter((totals) => sumOf(totals) !== 0)
  const classes = KINDS.filter(
    (kind) => opening[kind] + movements.reduce((sum, totals) => sum + totals[kind], 0) !== closing[kind],
  )
  return lines.length + classes.length
}

/** The line of the trial balance that an event belongs to. */
function movementName({ type, data }: Body): string {
  switch (type) {
    case 'FloatSet':
      return data.afterCents < data.beforeCents ? 'float lowered' : 'float raised'
    case 'AdminRemoved':
      return 'admin removed'
    case 'WelcomeGranted':
      return 'welcome grant'
    case 'GoodwillPaid':
      return 'goodwill'
    case 'TransferSent':
    case 'TransferReceived':
      return `${data.purpose === 'create-user' ? 'first deposit' : data.purpose} ${type === 'TransferSent' ? 'sent' : 'received'}`
    case 'TransferReturned':
      return 'transfer returned'
    case 'BetPlaced':
      return 'bet placed'
    case 'BetSettled':
      return `bet ${data.outcome}`
    case 'BetVoided':
      return 'bet voided'
    case 'BetResettled':
      return 'bet resettled'
    default:
      return type
  }
}
