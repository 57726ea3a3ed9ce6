// A user as the API shows it.
import { eurosOf, formatCents } from '#domain/money.ts'
import type { Role } from '#domain/values.ts'
import type { User } from '#services/contract/contract.ts'

export type UserState = {
  readonly id: string
  readonly username: string
  readonly role: Role
  readonly blocked: boolean
  /** A bettor's wallet or an admin's float; auditors have none. */
  readonly balanceCents: number
  readonly email: string | null
  /** What the user owes after a corrected result; included only in replies to that user. */
  readonly owedCents?: number
}

export function userOf({ id, username, role, blocked, balanceCents, email, owedCents = 0 }: UserState): User {
  return {
    id,
    username,
    balance: formatCents(balanceCents),
    is_admin: role !== 'user',
    is_blocked: blocked,
    ...(role === 'auditor' && { read_only: true as const }),
    ...(email === null ? {} : { email }),
    ...(owedCents > 0 && { owed: eurosOf(owedCents) }),
  }
}
