// Records sign-ins, and the ends that owners ask for, in the ledger. A sign-in: (1) its rows are stored, marked as in
// progress, (2) the ledger has it, (3) the rows are unmarked, and the client is given the token. An end: (1) the row is
// marked as ending, and its token stops working, (2) the ledger has it, (3) the row is deleted. Every step can be
// repeated, so the sweep completes what a crash left.
import type pg from 'pg'
import type { Role } from '#domain/values.ts'
import { commandId, randomId } from '#services/commands/command-id.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import type { Accounts } from '../accounts.ts'
import { deleteEnded } from '../sessions/own-sessions.ts'
import { PasswordReplaced, type Sessions, type WhichSessions } from '../sessions/sessions.ts'
import { INTERRUPTED_AFTER_MS, SWEEP_AT_ONCE } from '../sweeps.ts'
import { BY_PRODUCT, executorOf, type RecordingDeps } from './recording.ts'
import {
  dropSignIn,
  markRecorded,
  type UnrecordedEnd,
  type UnrecordedSignIn,
  unrecordedEnds,
  unrecordedSignIns,
} from './sign-in-rows.ts'

type Owner = { readonly accountId: string; readonly role: Role; readonly commitment: string }

export type SignIns = {
  /**
   * Nobody is given the token before the ledger has the sign-in. Throws PasswordReplaced if the session has ended
   * meanwhile; OutcomeUnknown, StoreUnavailable, after which the sweep completes it.
   */
  record(signedIn: UnrecordedSignIn & { readonly role: Role }): Promise<void>
  /** From within a session, its owner ends it, another one, or all others. Returns how many ended. */
  signOut(owner: Owner, which: WhichSessions): Promise<number>
  /** Completes what crashes left. Safe to run anywhere, any time, in several processes. */
  finishInterrupted(olderThanMs?: number): Promise<void>
}

type Deps = RecordingDeps & { readonly pool: pg.Pool; readonly accounts: Pick<Accounts, 'read'> }

export function createSignIns({
  sessions,
  log,
  ...deps
}: Deps & { readonly sessions: Pick<Sessions, 'beginEnd'>; readonly log: (error: unknown) => void }): SignIns {
  const { pool } = deps
  const execute = executorOf(deps)
  const sweep = sweepOf(deps)
  return {
    async record({ accountId, role, ...signedIn }) {
      const by = { actor: { id: accountId, role }, session: signedIn.session }
      await execute(accountId, signInOf(signedIn), signInId(signedIn.session), by)
      if (await markRecorded(pool, signedIn.session)) return
      await execute(accountId, endOf(signedIn.session), endId(signedIn.session), { actor: BY_PRODUCT, session: null })
      throw new PasswordReplaced(accountId)
    },

    async signOut({ accountId, role, commitment }, which) {
      const count = await sessions.beginEnd(accountId, which)
      if (count === 0) return 0
      const by = { actor: { id: accountId, role }, session: commitment }
      const [command, id] =
        'id' in which
          ? [endOf(which.id), endId(which.id)]
          : [{ type: 'SignOut', session: which.otherThan, others: true } as const, randomId()]
      // the sessions have ended whatever happens here: if this fails, the sweep records it
      await execute(accountId, command, id, by)
        .then(() => deleteEnded(pool, accountId, which))
        .catch(log)
      return count
    },

    finishInterrupted: sweep,
  }
}

/** The sweep alone, for processes in which nobody signs in. */
export const createSignInSweep = (deps: Deps): SignIns['finishInterrupted'] => sweepOf(deps)

const signInOf = ({ session, secondFactor }: Pick<UnrecordedSignIn, 'session' | 'secondFactor'>) =>
  ({ type: 'SignIn', session, secondFactor }) as const
const endOf = (session: string) => ({ type: 'SignOut', session, others: false }) as const

/** A session begins once and ends once, so each attempt to record that sends the same command. */
const signInId = (session: string): string => commandId('sign-in', session)
const endId = (session: string): string => commandId('sign-out', session)

function sweepOf({ pool, accounts, recorder, businessNow }: Deps): SignIns['finishInterrupted'] {
  const execute = executorOf({ recorder, businessNow })
  const by = { actor: BY_PRODUCT, session: null }

  async function finishSignIn({ accountId, ...signedIn }: UnrecordedSignIn): Promise<void> {
    const { session, secondFactor } = signedIn
    const isRecorded = (await recorder.read(accountId)).commands.has(signInId(session))
    if (!isRecorded) {
      const { blocked, closed, secondFactor: due } = await accounts.read(accountId)
      // without the crash, the sign-in would have been refused
      if (blocked || closed || (due !== undefined && !secondFactor)) return dropSignIn(pool, session)
      await execute(accountId, signInOf(signedIn), signInId(session), by)
    }
    if (!(await markRecorded(pool, session))) await execute(accountId, endOf(session), endId(session), by)
  }

  async function finishEnd({ accountId, session }: UnrecordedEnd): Promise<void> {
    await execute(accountId, endOf(session), endId(session), by)
    await deleteEnded(pool, accountId, { id: session })
  }

  return async (olderThanMs = INTERRUPTED_AFTER_MS) => {
    await forEachSettled(await unrecordedSignIns(pool, olderThanMs, SWEEP_AT_ONCE), finishSignIn)
    await forEachSettled(await unrecordedEnds(pool, olderThanMs, SWEEP_AT_ONCE), finishEnd)
  }
}
