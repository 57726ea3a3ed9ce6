// A user as the api shows it.
import { eurosOf, formatCents } from '#domain/money.ts'
import type { Role } from '#domain/values.ts'
import type { User } from '#services/contract/contract.ts'

export type UserState = {
  readonly id: string
  readonly username: string
  readonly role: Role
  readonly blocked: boolean
  /** A bettor's wallet, an admin's float; an auditor has none. */
  readonly balanceCents: number
  readonly email: string | null
  /** What is owed after a corrected result: for who it is. */
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
