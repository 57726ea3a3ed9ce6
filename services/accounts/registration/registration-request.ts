// What is asked for when an account is to be opened.
import type { PendingRegistration } from '../credentials.ts'
import type { UserName } from '../names/names.ts'
import type { PasswordTurn } from '../passwords/passwords.ts'
import type { SessionDraft } from '../sessions/session-draft.ts'

export type RegistrationRequest = Pick<
  PendingRegistration,
  'role' | 'openedBy' | 'ageAttested' | 'actor' | 'session' | 'correlation' | 'reason' | 'amountCents'
> & {
  /**
   * Id of the command. Of a stranger, whose key may be another stranger's too: made for the name that is asked for, out of the
   * commitment to it.
   */
  readonly command: string | ((username: string) => string)
  readonly name: UserName
  readonly password: string
  /** The admin who funds it, and with how much. */
  readonly fundedBy: { readonly sender: string; readonly amountCents: number } | null
  /** Nobody chose the password. */
  readonly mustChangePassword?: boolean
  /** A session to be there from the start (sign-up). */
  readonly draft: SessionDraft | null
  /** Its place among those whose passwords wait to be hashed; by default the product's own. */
  readonly turn?: PasswordTurn
}
