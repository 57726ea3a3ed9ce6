// Whether an admin may act by now. It is decided on the admin's own stream, and what the admin does is recorded on another: so the
// one is given to the other, and nothing is recorded of who was blocked or removed before.
import { accountStream } from '#domain/account/events.ts'
import type { AccountState } from '#domain/account/state.ts'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import type { Given, StreamHead } from '#services/event-store/port.ts'

export type Standing = {
  /** Why this admin does nothing any more; a command that is remembered is still answered. */
  readonly refusal: Refusal | null
  /** The head of the stream that says so. */
  readonly given?: Given
}

/** Of whoever sends the command to that stream, as the ledger has it after this call; null where nobody takes it away. */
export type StandingOf = (meta: CommandMeta, stream: string) => Promise<Standing> | null

type View = <Seen>(id: string, of: (state: AccountState, head: StreamHead) => Seen) => Promise<Seen>

export const createStandingOf =
  (viewAccount: View): StandingOf =>
  ({ actor: { id, role } }, stream) => {
    const own = accountStream(id)
    // super admins are not blocked; on the own stream the decider sees it
    if (role !== 'admin' || stream === own) return null
    return viewAccount(id, ({ opened, closed, blocked }, head): Standing => {
      if (opened === null) return { refusal: null }
      const code = closed ? 'account_closed' : blocked ? 'account_blocked' : null
      return { refusal: code === null ? null : refuse(code).refusal, given: { stream: own, head } }
    })
  }
