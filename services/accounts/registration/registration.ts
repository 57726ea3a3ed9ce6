// How an account is registered across identity and the ledger: (1) its name is claimed, (2) an admin who funds it sends
// the money, (3) the account is opened and receives it in one append, (4) the claim becomes active. Every step can be
// repeated, so a crash between any two of them is made good by the next attempt or by the sweep. If the ledger refuses
// a step, the name is released.
import type pg from 'pg'
import { refuse } from '#domain/refusals.ts'
import { LOCK_WAIT_MS, type SessionLocks, unlessHeld } from '#services/platform/database/session-locks.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import type { Accounts } from '../accounts.ts'
import {
  activateAccount,
  type Credential,
  findByAccount,
  findByCommand,
  findConflicting,
  interruptedRegistrations,
  releaseName,
} from '../credentials.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { INTERRUPTED_AFTER_MS, SWEEP_AT_ONCE } from '../sweeps.ts'
import type { Treasury } from '../treasury.ts'
import { claimFor, isNameOf, isSameCommand } from './claim.ts'
import { createClaimedAccounts } from './open-claimed.ts'
import { requestHashOf } from './registration-commands.ts'
import type { RegistrationOutcome } from './registration-outcome.ts'
import type { RegistrationRequest } from './registration-request.ts'

const lockOf = (accountId: string): string => `registration ${accountId}`

export type Registrations = {
  /**
   * Throws PasswordQueueFull, PasswordAbandoned, OutcomeUnknown, StoreUnavailable; repeating the command resumes it.
   */
  register(request: RegistrationRequest): Promise<RegistrationOutcome>
  /** Completes what crashes left. Safe to run anywhere, any time, in several processes. */
  finishInterrupted(olderThanMs?: number): Promise<{ finished: number; released: number }>
  /**
   * Activates a claim whose account is in the ledger, and otherwise releases its name. Throws LockHeld while somebody
   * is working on it.
   */
  finishOrRelease(accountId: string): Promise<'finished' | 'released'>
}

type Deps = {
  readonly pool: pg.Pool
  readonly locks: SessionLocks
  readonly accounts: Accounts
  readonly passwords: Passwords
  readonly treasury: Pick<Treasury, 'draw' | 'remembers'>
  readonly businessNow: () => Date
}

export function createRegistrations({ pool, locks, accounts, passwords, treasury, businessNow }: Deps): Registrations {
  const claimed = createClaimedAccounts(accounts, treasury, businessNow)

  async function register(request: RegistrationRequest): Promise<RegistrationOutcome> {
    let passwordHash: string | null = null
    for (;;) {
      const earlier = await findEarlier(request)
      if (earlier !== null) {
        if (!isSameCommand(earlier, request)) {
          return { accepted: false, taken: isNameOf(earlier, request.name) ? 'name' : 'lookalike' }
        }
        if (!(await isSameRequest(earlier, request))) return { ...refuse('key_reused'), taken: false }
        const outcome = await complete(earlier.accountId, { repeated: true })
        if (outcome !== null) return outcome
        // released while this request waited for it, so it starts over
        continue
      }
      passwordHash ??= await passwords.hash(request.password, request.ticket)
      const accountId = await claimFor(pool, request, passwordHash)
      if (accountId === null) continue
      return (await complete(accountId, { repeated: false })) ?? { accepted: false, taken: 'name' }
    }
  }

  async function findEarlier({ command, name }: RegistrationRequest): Promise<Credential | null> {
    const known = typeof command === 'string' ? await findByCommand(pool, command) : null
    return known ?? findConflicting(pool, name.normal)
  }

  async function isSameRequest(earlier: Credential, request: RegistrationRequest): Promise<boolean> {
    if (earlier.registration.requestHash !== requestHashOf(request) || !isNameOf(earlier, request.name)) return false
    // an admin who repeats the request must not learn whether this is the password that the owner has chosen since
    if (request.draft === null && (await hasNewPassword(earlier))) return true
    return passwords.verify(earlier.passwordHash, request.password, request.ticket)
  }

  const hasNewPassword = async ({ accountId }: Credential): Promise<boolean> =>
    (await accounts.read(accountId)).changedPassword !== undefined

  /**
   * Steps 2 to 4, by one process at a time: a second one might find that the ledger refuses, and release the name. Null
   * if nothing is left to complete.
   */
  function complete(
    accountId: string,
    { repeated, waitMs = LOCK_WAIT_MS }: { repeated: boolean; waitMs?: number },
  ): Promise<RegistrationOutcome | null> {
    return locks.hold(lockOf(accountId), waitMs, async (client) => {
      const credential = await findByAccount(client, accountId)
      if (credential === null) return null
      if (credential.status === 'active') return claimed.openedEarlier(credential)
      const outcome = await claimed.open(credential, repeated)
      if (outcome.accepted) await activateAccount(client, accountId)
      else await releaseName(client, accountId)
      return outcome
    })
  }

  return {
    register,

    async finishInterrupted(olderThanMs = INTERRUPTED_AFTER_MS) {
      const done = { finished: 0, released: 0 }
      await forEachSettled(await interruptedRegistrations(pool, olderThanMs, SWEEP_AT_ONCE), async (accountId) => {
        const outcome = await unlessHeld(complete(accountId, { repeated: true, waitMs: 0 }))
        if (outcome === null) return
        if (outcome.accepted) done.finished += 1
        else done.released += 1
      })
      return done
    },

    finishOrRelease: (accountId) =>
      locks.hold(lockOf(accountId), LOCK_WAIT_MS, async (client) => {
        const isOpened = await claimed.isOpened(accountId)
        await (isOpened ? activateAccount : releaseName)(client, accountId)
        return isOpened ? 'finished' : 'released'
      }),
  }
}
