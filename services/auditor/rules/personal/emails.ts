// Checks changes of email. Each adds a commitment to the account's list, or null for a removal.
import type { EventCheck } from '../../replay/event-check.ts'
import { accountOf } from '../accounts.ts'

export function changeEmail(event: EventCheck<'EmailChanged'>): void {
  const { data, meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  if (meta.actor.id !== subject) {
    findings.at(place, 'actor_implausible', 'the account itself', meta.actor.id, subject)
  } else if (account.blocked) {
    findings.at(place, 'actor_implausible', 'an account that is not blocked', meta.actor.id, subject)
  }
  const email = data.email ?? null
  // every commitment has its own salt, so a repeated one was copied
  const repeats = email === null ? (account.emails.at(-1) ?? null) === null : account.emails.includes(email)
  if (repeats) findings.at(place, 'email_repeated', 'a new commitment', email ?? 'none', subject)
  account.emails.push(email)
  account.emailSince = meta.recordedAt
}
