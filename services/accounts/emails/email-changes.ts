// How an email address changes across identity and the ledger, similarly to a password: (1) the new address is stored
// beside the old one, (2) the ledger records its commitment, (3) it replaces the old one. The ledger decides which
// address is in force. Every step can be repeated, so an interrupted change is completed by repeating the request or by
// the sweep. Changes of one account are completed one at a time: unlike with passwords, there may be no address before
// or after, so a late removal could remove a later address.
import type pg from 'pg'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { LOCK_WAIT_MS, type SessionLocks, unlessHeld } from '#services/platform/database/session-locks.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import type { Accounts } from '../accounts.ts'
import { commitment, newSalt } from '../commitments.ts'
import { notifyPersonChanged } from '../person-changes.ts'
import { INTERRUPTED_AFTER_MS, SWEEP_AT_ONCE } from '../sweeps.ts'
import {
  changesUnderWay,
  deleteEmailChange,
  type EmailChange,
  emailOf,
  findEmailChange,
  insertEmailChange,
  interruptedEmailChanges,
  putEmail,
} from './email-change-rows.ts'

export type EmailRequest = {
  readonly accountId: string
  /** In canonical form; null removes the address. */
  readonly email: string | null
  readonly meta: Pick<CommandMeta, 'actor' | 'session' | 'correlation'> & { readonly command: { readonly id: string } }
}

export type EmailOutcome = { readonly accepted: true } | { readonly accepted: false; readonly refusal: Refusal }

export type EmailChanges = {
  /** Throws OutcomeUnknown, StoreUnavailable; the sweep completes what was begun. */
  change(request: EmailRequest): Promise<EmailOutcome>
  /** Completes what crashes left. Safe to run anywhere, any time, in several processes. */
  finishInterrupted(olderThanMs?: number): Promise<number>
}

type Deps = {
  readonly pool: pg.Pool
  readonly locks: SessionLocks
  readonly accounts: Accounts
  readonly businessNow: () => Date
}

export function createEmailChanges({ pool, locks, accounts, businessNow }: Deps): EmailChanges {
  const metaOf = ({ commandId, command: { hash, replaces: _, ...who } }: EmailChange): CommandMeta => ({
    ...who,
    command: { id: commandId, hash },
    causation: null,
    at: businessNow().toISOString(),
    reason: null,
  })

  /** Steps 2 and 3, for one change of an account at a time. */
  const complete = (change: EmailChange, waitMs = LOCK_WAIT_MS): Promise<EmailOutcome> =>
    locks.hold(`email ${change.accountId}`, waitMs, async (client) => {
      const { accountId, commandId, address } = change
      const command = {
        type: 'ChangeEmail',
        email: address?.commitment ?? null,
        replaces: change.command.replaces,
      } as const
      const outcome = await accounts.execute(accountId, command, metaOf(change))
      if (outcome.accepted) {
        await putEmail(client, accountId, (await accounts.read(accountId)).email ?? null)
        await notifyPersonChanged(client, accountId)
      }
      await deleteEmailChange(client, commandId)
      return outcome.accepted ? { accepted: true } : outcome
    })

  return {
    async change({ accountId, email, meta }) {
      const { command, ...who } = meta
      const earlier = await findEmailChange(pool, command.id)
      if (earlier !== null) {
        const isSame = earlier.accountId === accountId && (earlier.address?.email ?? null) === email
        return isSame ? complete(earlier) : refuse('key_reused')
      }
      // an earlier change that was interrupted must not be completed after this one
      for (const left of await changesUnderWay(pool, accountId)) await complete(left)
      // a repeated request, or nothing to change
      if ((await emailOf(pool, accountId)) === email) return { accepted: true }
      const replaces = (await accounts.read(accountId)).email ?? null
      const salt = newSalt()
      const address = email === null ? null : { email, salt, commitment: commitment(salt, email) }
      const hash = hashCommand({ type: 'ChangeEmail', accountId, email: address?.commitment ?? null })
      const change = { commandId: command.id, accountId, address, command: { ...who, hash, replaces } }
      // another attempt of the same request was faster, and its row has what is to be done
      const started = (await insertEmailChange(pool, change)) ? change : await findEmailChange(pool, command.id)
      return started === null ? { accepted: true } : complete(started)
    },
    async finishInterrupted(olderThanMs = INTERRUPTED_AFTER_MS) {
      const left = await interruptedEmailChanges(pool, olderThanMs, SWEEP_AT_ONCE)
      await forEachSettled(left, (change) => unlessHeld(complete(change, 0)))
      return left.length
    },
  }
}
