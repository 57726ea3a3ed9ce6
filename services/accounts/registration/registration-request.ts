// A request to open an account.
import type { PendingRegistration } from '../credentials.ts'
import type { UserName } from '../names/names.ts'
import type { PasswordTicket } from '../passwords/passwords.ts'
import type { SessionDraft } from '../sessions/session.ts'

export type RegistrationRequest = Pick<
  PendingRegistration,
  'role' | 'openedBy' | 'ageAttested' | 'actor' | 'session' | 'correlation' | 'reason' | 'amountCents'
> & {
  /**
   * Id of the command. For an anonymous request it is derived from the commitment to the name, since strangers may
   * choose the same key.
   */
  readonly command: string | ((usernameCommitment: string) => string)
  readonly name: UserName
  readonly password: string
  /** The admin who funds it, and with how much. */
  readonly fundedBy: { readonly sender: string; readonly amountCents: number } | null
  /** The password was generated. */
  readonly mustChangePassword?: boolean
  /** A session that starts with the account (sign-up). */
  readonly draft: SessionDraft | null
  /** For the hashing queue; the product's own lane by default. */
  readonly ticket?: PasswordTicket
}
