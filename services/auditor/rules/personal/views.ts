// Checks views of personal data: who may see it, and that each is recorded once a business day.
import type { EventCheck } from '../../replay/event-check.ts'
import { calendarOf } from '../play/calendar.ts'

/** Data of one person; recorded on the stream of that person's sessions. */
const OF_SOMEBODY: ReadonlySet<string> = new Set([
  'profile',
  'sessions',
  'history',
  'transactions-file',
  'turnover-file',
])
/** Data of everybody; recorded on the viewer's own stream. */
const OF_ALL: ReadonlySet<string> = new Set(['users-file', 'trail-file', 'bets-file', 'balances-file', 'log-entries'])
/** What may be seen of somebody of the desk: the history by everybody of the desk, sessions by those in SEES_ALL. */
const OF_DESK: ReadonlySet<string> = new Set(['sessions', 'history'])
const SEES_ALL: ReadonlySet<string> = new Set(['super-admin', 'auditor'])

/** That the viewer has the stated role is checked for every event, in `accounts.ts`. */
export function viewPersonalData({
  data,
  meta,
  place,
  subject,
  state,
  findings,
}: EventCheck<'PersonalDataViewed'>): void {
  const { what, day } = data
  const { id, role } = meta.actor
  const wrong = (expected: string, actual: string) => findings.at(place, 'view_implausible', expected, actual, id)
  const [viewer, shown] = [state.accounts.peek(id), state.accounts.peek(subject)]
  if (role === 'system') wrong('somebody of the desk', id)
  if (shown === undefined) findings.at(place, 'account_unknown', 'an account that was opened', 'none', subject)
  const isBlocked = viewer !== undefined && (viewer.blocked || viewer.closed)
  if (isBlocked && !state.signedIn.hasJustEnded(id, meta.recordedAt)) wrong('an account that is not blocked', 'blocked')
  if (OF_SOMEBODY.has(what) && id === subject) wrong('the account of somebody else', what)
  if (OF_ALL.has(what) && id !== subject) wrong('the account of the viewer', what)
  const isOfDesk = id !== subject && shown !== undefined && shown.role !== 'user'
  if (isOfDesk && !OF_DESK.has(what)) wrong('the account of a bettor', shown.role)
  if ((what === 'log-entries' || (isOfDesk && what === 'sessions')) && !SEES_ALL.has(role)) {
    wrong('a super admin or an auditor', role)
  }
  const due = calendarOf(meta.at).day
  if (day !== due) wrong(due, day)
  const key = `${id} ${subject} ${what}`
  const last = state.viewed.get(key)
  if (last !== undefined && day <= last) wrong(`a day after ${last}`, day)
  state.viewed.set(key, day)
}
