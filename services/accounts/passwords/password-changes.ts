// How a password changes across identity and the ledger: (1) the new hash is stored beside the old one, (2) the ledger
// records its commitment, (3) it replaces the old one, and every session ends. The ledger decides which password is in
// force: the old one until the event exists, the new one from then on. Every step can be repeated, so an interrupted
// change is completed by repeating the request, by the next sign-in, or by the sweep.
import type pg from 'pg'
import { refuse } from '#domain/refusals.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import type { Accounts } from '../accounts.ts'
import { commitment, newSalt } from '../commitments.ts'
import { type Credential, commitmentsOf, findByAccount } from '../credentials.ts'
import { insertSession } from '../sessions/session-rows.ts'
import { INTERRUPTED_AFTER_MS, SWEEP_AT_ONCE } from '../sweeps.ts'
import type { ChangeOutcome, ChangeRequest } from './password-change-request.ts'
import { findChangeByCommand, insertChange, interruptedChanges, type PendingChange } from './password-change-rows.ts'
import type { Passwords } from './passwords.ts'
import { createPendingChanges } from './pending-changes.ts'

export type PasswordChanges = {
  /**
   * Throws PasswordQueueFull, PasswordAbandoned, OutcomeUnknown, StoreUnavailable; the sweep completes what was begun.
   */
  change(request: ChangeRequest): Promise<ChangeOutcome>
  /** The credential with the password in force, if a change may be pending. */
  resolveCurrent(credential: Credential): Promise<Credential | null>
  /** Completes what crashes left. Safe to run anywhere, any time, in several processes. */
  finishInterrupted(olderThanMs?: number): Promise<{ finished: number; dropped: number }>
}

type Deps = {
  readonly pool: pg.Pool
  readonly accounts: Accounts
  readonly passwords: Passwords
  readonly businessNow: () => Date
}

export function createPasswordChanges({ pool, accounts, passwords, businessNow }: Deps): PasswordChanges {
  const pending = createPendingChanges({ pool, accounts, businessNow })

  async function change(request: ChangeRequest): Promise<ChangeOutcome> {
    const { meta, draft } = request
    for (;;) {
      const earlier = await findChangeByCommand(pool, meta.command.id)
      if (earlier !== null && !(await isSameChange(earlier, request))) return refuse('key_reused')
      const started = earlier ?? (await start(request))
      // another change was started under the same key in the meantime
      if (started === null) continue
      const outcome = await pending.complete(started, draft)
      if (outcome?.accepted) return outcome
      // the same request was sent twice, and the other one has completed it
      const finished = outcome === null || outcome.refusal.code === 'key_reused'
      if (finished && (await isInForce(request))) return { accepted: true }
      return outcome ?? refuse('password_replaced')
    }
  }

  /** Starts the session if the new password is the account's. */
  async function isInForce({ credential: { accountId }, password, draft, ticket }: ChangeRequest): Promise<boolean> {
    const now = await findByAccount(pool, accountId)
    if (now === null || !(await passwords.verify(now.passwordHash, password, ticket))) return false
    return draft === null || insertSession(pool, accountId, draft, now.passwordHash)
  }

  async function isSameChange(earlier: PendingChange, request: ChangeRequest): Promise<boolean> {
    const { credential, password, ticket } = request
    return (
      earlier.accountId === credential.accountId && (await passwords.verify(earlier.passwordHash, password, ticket))
    )
  }

  async function start({ credential, password, meta, ticket }: ChangeRequest): Promise<PendingChange | null> {
    const { accountId } = credential
    const passwordHash = await passwords.hash(password, ticket)
    const passwordSalt = newSalt()
    const newCommitment = commitment(passwordSalt, passwordHash)
    const { actor, session, correlation, reason } = meta
    const command = {
      hash: hashCommand({ type: 'ChangePassword', accountId, password: newCommitment }),
      replaces: commitmentsOf(credential).password,
      actor,
      session,
      correlation,
      reason,
    }
    const { id: commandId } = meta.command
    const started = { commitment: newCommitment, accountId, passwordHash, passwordSalt, commandId, command }
    return (await insertChange(pool, started)) ? started : null
  }

  return {
    change,
    resolveCurrent: pending.resolve,
    async finishInterrupted(olderThanMs = INTERRUPTED_AFTER_MS) {
      const done = { finished: 0, dropped: 0 }
      await forEachSettled(await interruptedChanges(pool, olderThanMs, SWEEP_AT_ONCE), async (left) => {
        const outcome = await pending.complete(left, null)
        if (outcome === null) return
        if (outcome.accepted) done.finished += 1
        else done.dropped += 1
      })
      return done
    },
  }
}
