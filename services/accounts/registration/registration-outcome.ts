// The outcome of a registration.
import type { AccountEvent } from '#domain/account/events.ts'
import type { Refusal } from '#domain/decision.ts'
import type { Accepted } from '#services/commands/outcome.ts'
import type { Position } from '#services/event-store/port.ts'
import type { Credential } from '../credentials.ts'
import type { Waiting } from '../treasury.ts'

export type Registered = {
  readonly accepted: true
  readonly accountId: string
  readonly repeated: boolean
  /** Position of the last event; null if the account was opened too long ago for that to be remembered. */
  readonly position: Position | null
  readonly hash: string | null
  readonly balanceCents: number
  /** The hash that a session started now was authenticated with. */
  readonly passwordHash: string
  /** Float of the admin who funded it, after the command. */
  readonly senderBalanceCents: number | null
  /** For a new admin's float: the draw that waits for a super admin. */
  readonly waiting?: Waiting
}

export type RegistrationOutcome =
  | Registered
  /** `lookalike`: by a name that looks the same. */
  | { readonly accepted: false; readonly taken: 'name' | 'lookalike' }
  /** `recorded`: the money had already left its sender, and was returned. */
  | { readonly accepted: false; readonly taken: false; readonly refusal: Refusal; readonly recorded?: true }

export const registered = (
  credential: Credential,
  opened: Pick<Accepted<AccountEvent>, 'position' | 'hash' | 'balanceCents'>,
  senderBalanceCents: number | null,
  repeated: boolean,
): Registered => ({
  accepted: true,
  accountId: credential.accountId,
  repeated,
  position: opened.position,
  hash: opened.hash,
  balanceCents: opened.balanceCents,
  passwordHash: credential.passwordHash,
  senderBalanceCents,
})
