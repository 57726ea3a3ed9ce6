// Passwords: each change is a new link in an account's chain of commitments.
import type { Account, Judged } from '../state.ts'
import { accountOf } from './accounts.ts'

export function changePassword(event: Judged<'PasswordChanged'>): void {
  const { data, meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  const fault = actorFault(event, account)
  if (fault !== null) findings.at(place, 'actor_implausible', fault, meta.actor.id, subject)
  // every commitment has a salt of its own: the same one again was copied
  if (account.passwords.includes(data.password)) {
    findings.at(place, 'password_repeated', 'a new commitment', data.password, subject)
  }
  account.passwords.push(data.password)
  account.passwordSince = meta.recordedAt
}

/** Who should have changed it; null where it was such a one. That the actor has this role is judged elsewhere. */
function actorFault({ meta, subject }: Judged<'PasswordChanged'>, account: Account): string | null {
  const { id, role } = meta.actor
  if (id === subject) return account.blocked ? 'somebody else: the account is blocked' : null
  if (role === 'super-admin' || (role === 'admin' && id === account.openedBy)) return null
  return 'the account itself, its creator or a super admin'
}
