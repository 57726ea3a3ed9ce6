// Whether an admin may still act. The admin's own stream tells, but what the admin does is recorded on another one. So
// the append is given the head of the first: nothing is recorded for an admin who was blocked or removed before it.
import { accountStream } from '#domain/account/events.ts'
import type { AccountState } from '#domain/account/state.ts'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import type { Given, StreamHead } from '#services/event-store/port.ts'

export type Standing = {
  /** Why this admin can do nothing more; a command that is remembered is still answered. */
  readonly refusal: Refusal | null
  /** The head of the stream that says so. */
  readonly given?: Given
}

/**
 * The standing of the command's sender for this stream, as the ledger has it after this call; null if nobody can take
 * it away.
 */
export type StandingOf = (meta: CommandMeta, stream: string) => Promise<Standing> | null

type View = <Seen>(id: string, of: (state: AccountState, head: StreamHead) => Seen) => Promise<Seen>

export const createStandingOf =
  (viewAccount: View): StandingOf =>
  ({ actor: { id, role } }, stream) => {
    const own = accountStream(id)
    // super admins cannot be blocked; on one's own stream the decider sees the standing itself
    if (role !== 'admin' || stream === own) return null
    return viewAccount(id, ({ opened, closed, blocked }, head): Standing => {
      if (opened === null) return { refusal: null }
      const code = closed ? 'account_closed' : blocked ? 'account_blocked' : null
      return { refusal: code === null ? null : refuse(code).refusal, given: { stream: own, head } }
    })
  }
