// Checks changes of passwords. Each adds a commitment to the account's list.
import type { Account } from '../../replay/entities.ts'
import type { EventCheck } from '../../replay/event-check.ts'
import { accountOf } from '../accounts.ts'

export function changePassword(event: EventCheck<'PasswordChanged'>): void {
  const { data, meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  const fault = actorFault(event, account)
  if (fault !== null) findings.at(place, 'actor_implausible', fault, meta.actor.id, subject)
  // every commitment has its own salt, so a repeated one was copied
  if (account.passwords.includes(data.password)) {
    findings.at(place, 'password_repeated', 'a new commitment', data.password, subject)
  }
  account.passwords.push(data.password)
  account.passwordSince = meta.recordedAt
}

/** Who should have changed it; null if they did. That the actor has the stated role is checked in `accounts.ts`. */
function actorFault({ meta, subject }: EventCheck<'PasswordChanged'>, account: Account): string | null {
  const { id, role } = meta.actor
  if (account.closed) return 'nobody: the account has ended'
  if (id === subject) return account.blocked ? 'somebody else: the account is blocked' : null
  if (role === 'super-admin' || (role === 'admin' && id === account.openedBy)) return null
  return 'the account itself, its creator or a super admin'
}
