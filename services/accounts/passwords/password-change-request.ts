// A request to change a password, and its outcome.
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { Credential } from '../credentials.ts'
import type { SessionDraft } from '../sessions/session.ts'
import type { PasswordTicket } from './passwords.ts'

export type ChangeRequest = {
  /** The credential with the old password, which has been verified. */
  readonly credential: Credential
  readonly password: string
  /** Who requests it, and the command's id. */
  readonly meta: Pick<CommandMeta, 'actor' | 'session' | 'correlation' | 'reason'> & {
    readonly command: { readonly id: string }
  }
  /** The session to continue with; all others end. Null if somebody else changes the password. */
  readonly draft: SessionDraft | null
  /** For the hashing queue; the product's own lane by default. */
  readonly ticket?: PasswordTicket
}

/** `recorded`: the ledger had it before another change replaced it. */
export type ChangeOutcome =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly refusal: Refusal; readonly recorded?: true }
