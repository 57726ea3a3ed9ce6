// `ledger exceptions`: everything that people did by hand, each with who, what, before, after and why.
import type { Answer, Call } from '../../commands/command.ts'
import { listOption, periodOption } from '../../commands/options.ts'
import { answerOf } from '../../report/listing/answer.ts'
import { type Column, counted, euros, type Row, shownValue } from '../../report/listing/cells.ts'
import type { Listing } from '../../report/listing/listing.ts'
import { Rows } from '../../report/listing/rows.ts'
import { readNames, readReasons } from '../../walk/names.ts'
import { OpenLog } from '../../walk/open-log.ts'
import { walk } from '../../walk/walk.ts'
import { shownSetting } from '../shown-setting.ts'
import { ByHand } from './by-hand.ts'
import { type Hand, handOf } from './deed.ts'

/** `key`: of a value. It is shown as euros if the row's field is in cents. */
const valueColumn = (key: string, title: string): Column => ({
  key,
  title,
  show: (row: Row) => {
    const value = row[key] ?? null
    if (row.kind === 'setting') return shownSetting(String(row.field), value)
    return typeof value === 'number' && String(row.field).endsWith('Cents') ? euros(value) : shownValue(value)
  },
})
const named = (key: string, name: string, title: string): Column => ({
  key,
  title,
  show: (row: Row) => String(row[name] ?? row[key] ?? ''),
})

/** What is shown for a line without a reason. */
const NO_REASON: Readonly<Record<Hand, string>> = {
  person: 'none given',
  start: 'first start',
  product: 'by the product',
}

const COLUMNS: readonly Column[] = [
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'at', title: 'Time' },
  { key: 'kind', title: 'Kind' },
  named('who', 'whoName', 'Who'),
  named('subject', 'subjectName', 'What or whose'),
  // amounts are shown in euros
  { key: 'field', title: 'Field', show: ({ field }: Row) => String(field).replace(/Cents$/, '') },
  valueColumn('before', 'Before'),
  valueColumn('after', 'After'),
  { key: 'amountCents', title: 'Moves', as: 'cents' },
  { key: 'approvedBy', title: 'Approved by' },
  {
    key: 'reason',
    title: 'Reason',
    show: ({ reason, hand }: Row) => String(reason ?? NO_REASON[hand as Hand]),
  },
  { key: 'reasonText', title: 'In words' },
]

export async function answerExceptions(call: Call): Promise<Answer> {
  const period = periodOption(call)
  const kinds = listOption(call, 'kind')
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const names = await readNames(log)
    const reasons = await readReasons(log)
    const rows = new Rows(COLUMNS)
    const byHand = new ByHand()
    const byKind = new Map<string, number>()
    const people = new Set<string>()
    const byHands: Record<Hand, number> = { person: 0, start: 0, product: 0 }
    let withoutReason = 0
    const passage = await walk(log, period.to, ({ row, body }, state) => {
      const isIncluded = period.includes(row)
      if (body === null) return
      for (const { of = body.meta, amountCents = null, isFirst, ...deed } of byHand.deedsOf(body, state)) {
        if (!isIncluded || kinds?.includes(deed.kind) === false) continue
        const { actor, approval, reason } = of
        const hand = handOf(isFirst ? { isFirst } : {}, of)
        byHands[hand] += 1
        if (hand !== 'start') {
          byKind.set(deed.kind, (byKind.get(deed.kind) ?? 0) + 1)
          people.add(actor.id)
        }
        if (hand === 'person' && reason == null) withoutReason += 1
        rows.add({
          number: row.number,
          event: `${body.stream}@${body.version}`,
          at: body.meta.at,
          ...deed,
          amountCents,
          who: actor.id,
          role: actor.role,
          hand,
          approvedBy: approval?.by ?? null,
          reason: reason?.code ?? null,
          whoName: names(actor.id),
          subjectName: names(deed.subject) ?? gameOf(state.fixtures.get(deed.subject)),
          reasonText: reason?.text == null ? null : reasons(reason.text),
        })
      }
    })
    const counts = Object.fromEntries([...byKind].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const shown = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`)
    const listing: Listing = {
      command: 'exceptions',
      sentence: sentenceOf(byHands, withoutReason, `${counted(people.size, 'actor')} (${shown.join(', ')})`),
      findings: 0,
      passage,
      facts: [
        { key: 'byKind', title: 'by kind', value: counts, shown: shown.length === 0 ? 'none' : shown.join(', ') },
        { key: 'withoutReason', title: 'no reason', value: withoutReason, shown: counted(withoutReason, 'line') },
        { key: 'firstStart', title: 'first start', value: byHands.start, shown: counted(byHands.start, 'line') },
      ],
      tables: [{ key: 'exceptions', title: 'Exceptions, amounts in euros', rows }],
    }
    return answerOf(listing)
  })
}

function sentenceOf({ person, start, product }: Record<Hand, number>, without: number, by: string): string {
  const all = person + product
  const done = all === 0 ? 'None of this was done by hand' : `${counted(all, 'exception')} by ${by}`
  const reasons = all === 0 ? '.' : `: ${reasonsOf(person, product, without)}`
  if (start === 0) return `${done}${reasons}`
  const lines = start === 1 ? 'One line is' : `${start.toLocaleString('en-US')} lines are`
  return `${done}${reasons} ${lines} what the product itself began with.`
}

function reasonsOf(people: number, product: number, without: number): string {
  const follows = product === 0 ? '' : `; ${product.toLocaleString('en-US')} of them the product did by its rules`
  if (people === 0) return 'the product did all of it by its rules (ledger trace says what each follows from).'
  if (without === 0) return `each${product === 0 ? '' : ' by a person'} is to be explained by its reason${follows}.`
  if (without === people) {
    return `none ${product === 0 ? 'of them' : 'by a person'} has a reason: ask the people who did them${follows}.`
  }
  const some = `${without.toLocaleString('en-US')} of them ${without === 1 ? 'has' : 'have'} no reason`
  return `${some}: ask the people who did them; each of the others is to be explained by its reason${follows}.`
}

const gameOf = (fixture: { readonly home: string; readonly away: string } | undefined): string | null =>
  fixture === undefined ? null : `${fixture.home} - ${fixture.away}`
