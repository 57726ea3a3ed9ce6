// Checks the business days of admins' floats: every movement counts on one of them, and a closed day stays as its close
// states.
import type { Body } from '../../events/body.ts'
import type { Account } from '../../replay/entities.ts'
import type { CheckContext, EventCheck } from '../../replay/event-check.ts'
import { FloatHistory, type FloatSums } from '../../replay/float-history.ts'
import { accountOf } from '../accounts.ts'
import { purseOf } from '../balances.ts'
import { calendarOf } from '../play/calendar.ts'

/** A day can be closed within a year after it. */
const CLOSED_WITHIN_DAYS = 366
const DAY_MS = 86_400_000

type Moved = readonly [kind: keyof FloatSums, cents: number]

/** The next day, or the previous one. */
function neighbour(day: string, step: 1 | -1): string {
  const noon = new Date(`${day}T12:00:00.000Z`)
  noon.setUTCDate(noon.getUTCDate() + step)
  return noon.toISOString().slice(0, 10)
}

function historyOf({ state }: Pick<CheckContext, 'state'>, account: Account): FloatHistory {
  let history = state.floats.get(account.id)
  if (history === undefined) {
    history = new FloatHistory(calendarOf(account.openedAt).day)
    state.floats.set(account.id, history)
  }
  return history
}

/** Counts what an event moved on the float of its account. To be called after it was posted to the book. */
export function countOnDay(event: CheckContext & { readonly data: unknown }): void {
  const { meta, place, stream } = event
  const { account } = stream
  if (account === null || purseOf(account) !== 'float') return
  const moved = movedBy(event as unknown as Body).filter(([, cents]) => cents !== 0)
  if (moved.length === 0) return
  const history = historyOf(event, account)
  const own = calendarOf(meta.at).day
  const day = own < history.earliest ? history.earliest : own
  history.earliest = day
  const before = account.float.cents - moved.reduce((sum, [, cents]) => sum + cents, 0)
  const row = history.on(day, before)
  for (const [kind, cents] of moved) row.sums[kind] += cents
  row.closing = account.float.cents
  row.last = { number: place.number, version: place.version }
}

function movedBy({ type, data }: Body): Moved[] {
  switch (type) {
    case 'FloatSet': {
      const raised = data.afterCents - data.beforeCents
      if (data.draw !== undefined) return [['drawn', raised]]
      return [[raised > 0 ? 'granted' : 'givenBack', raised]]
    }
    case 'AdminRemoved':
      return [['givenBack', -data.floatCents]]
    case 'TransferSent':
      return data.from === 'float' ? [['deposited', -data.amountCents]] : []
    case 'TransferReceived':
      if (data.into !== 'float') return []
      return data.forwarded
        ? [
            ['withdrawn', data.amountCents],
            ['givenBack', -data.amountCents],
          ]
        : [['withdrawn', data.amountCents]]
    case 'TransferReturned':
      return data.into === 'float' ? [['returned', data.amountCents]] : []
    default:
      return []
  }
}

/** Only the admin may close a day, once, after its end and with what the log adds up to. */
export function closeFloatDay(event: EventCheck<'FloatDayClosed'>): void {
  const { data, meta, place, findings, subject } = event
  const account = accountOf(event)
  if (account === null) return
  const wrong = (expected: string, actual: string) => findings.at(place, 'day_closed_wrong', expected, actual, subject)
  if (purseOf(account) !== 'float' || account.closed) wrong('an admin who is there', account.role)
  if (account.blocked) wrong('an admin who is not blocked', 'blocked')
  if (meta.actor.id !== subject) wrong(`by ${subject}`, `by ${meta.actor.id}`)
  const history = historyOf(event, account)
  const today = calendarOf(meta.at).day
  if (data.day >= today || data.day < history.openedOn) {
    wrong(`a day from ${history.openedOn} until before ${today}`, data.day)
  }
  if (Date.parse(today) - Date.parse(data.day) > CLOSED_WITHIN_DAYS * DAY_MS) {
    wrong(`closed within ${CLOSED_WITHIN_DAYS} days`, `on ${today}`)
  }
  const opened = history.endOf(neighbour(data.day, -1))
  const ended = history.endOf(data.day)
  const due = `${opened.cents} to ${ended.cents}, up to version ${ended.version}`
  const stated = `${data.openingCents} to ${data.closingCents}, up to version ${data.through}`
  if (due !== stated) findings.at(place, 'day_closed_misstated', due, stated, subject)
  const row = history.on(data.day, ended.cents)
  if (row.closed !== null) wrong(`closed once, by #${row.closed.number}`, 'closed again')
  else row.closed = { number: place.number, at: meta.at }
  const next = neighbour(data.day, 1)
  if (next > history.earliest) history.earliest = next
}
