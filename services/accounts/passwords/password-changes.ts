// How a password changes across identity and the ledger: (1) the new hash is written beside the old one, (2) the ledger
// records its commitment, (3) it takes the old one's place, and every session ends. The ledger decides which password is
// in force: until it has the event, the old one; from then on the new one. Each step can be repeated, so a change that
// was cut off is finished by the same request again, by the next sign-in, or by the sweep.
import type pg from 'pg'
import { passwordOf } from '#domain/account/state.ts'
import type { Refusal } from '#domain/decision.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { eachOf } from '#services/platform/process/each-of.ts'
import type { Accounts } from '../accounts.ts'
import { commitment, newSalt } from '../commitments.ts'
import { type Credential, commitmentsOf, findByAccount } from '../credentials.ts'
import type { SessionDraft } from '../sessions/session-draft.ts'
import { insertSession } from '../sessions/session-rows.ts'
import { inTransaction } from '../transaction.ts'
import {
  type ChangeInProgress,
  findChange,
  findChangeByCommand,
  forgetChange,
  insertChange,
  interruptedChanges,
  lockPassword,
  replacePassword,
} from './password-change-rows.ts'
import type { Passwords, PasswordTurn } from './passwords.ts'

export type ChangeRequest = {
  /** With the old password, which was right. */
  readonly credential: Credential
  readonly password: string
  /** Who asks, under which name. */
  readonly meta: Pick<CommandMeta, 'actor' | 'session' | 'correlation' | 'reason'> & {
    readonly command: { readonly id: string }
  }
  /** The session to go on with, all others end; null where its owner does not ask. */
  readonly draft: SessionDraft | null
  /** Its place among those whose passwords wait to be hashed; by default the product's own. */
  readonly turn?: PasswordTurn
}
/** `recorded`: it was in the ledger before another one replaced it. */
export type ChangeOutcome =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly refusal: Refusal; readonly recorded?: true }

/** Longer than any request lives: what is still there then was left by a crash. */
const INTERRUPTED_AFTER_MS = 30_000
const SWEEP_AT_ONCE = 200

export type PasswordChanges = {
  /** Throws PasswordQueueFull, PasswordGivenUp, OutcomeUnknown, StoreUnavailable; what had begun then is finished by the sweep. */
  change(request: ChangeRequest): Promise<ChangeOutcome>
  /** The credential with the password in force, where a new one may be on its way. */
  upToDate(credential: Credential): Promise<Credential | null>
  /** Finishes what crashes left. Safe to run anywhere, any time, in several processes. */
  finishPasswordChanges(olderThanMs?: number): Promise<{ finished: number; dropped: number }>
}

type Deps = {
  readonly pool: pg.Pool
  readonly accounts: Accounts
  readonly passwords: Passwords
  readonly businessNow: () => Date
}

export function createPasswordChanges({ pool, accounts, passwords, businessNow }: Deps): PasswordChanges {
  async function change(request: ChangeRequest): Promise<ChangeOutcome> {
    const { meta, draft } = request
    for (;;) {
      const earlier = await findChangeByCommand(pool, meta.command.id)
      if (earlier !== null && !(await isSameChange(earlier, request))) return refuse('key_reused')
      const begun = earlier ?? (await begin(request))
      // begun under the same key meanwhile
      if (begun === null) continue
      const outcome = await complete(begun, draft)
      if (outcome?.accepted) return outcome
      // the same request, sent twice, was finished by the other
      const finished = outcome === null || outcome.refusal.code === 'key_reused'
      if (finished && (await isInForce(request))) return { accepted: true }
      return outcome ?? refuse('password_replaced')
    }
  }

  /** Begins the session where the new password is the one of the account. */
  async function isInForce({ credential: { accountId }, password, draft, turn }: ChangeRequest): Promise<boolean> {
    const now = await findByAccount(pool, accountId)
    if (now === null || !(await passwords.verify(now.passwordHash, password, turn))) return false
    return draft === null || insertSession(pool, accountId, draft, now.passwordHash)
  }

  async function isSameChange(earlier: ChangeInProgress, request: ChangeRequest): Promise<boolean> {
    const { credential, password, turn } = request
    return earlier.accountId === credential.accountId && (await passwords.verify(earlier.passwordHash, password, turn))
  }

  async function begin({ credential, password, meta, turn }: ChangeRequest): Promise<ChangeInProgress | null> {
    const { accountId } = credential
    const passwordHash = await passwords.hash(password, turn)
    const passwordSalt = newSalt()
    const made = commitment(passwordSalt, passwordHash)
    const { actor, session, correlation, reason } = meta
    const command = {
      hash: hashCommand({ type: 'ChangePassword', accountId, password: made }),
      replaces: commitmentsOf(credential).password,
      actor,
      session,
      correlation,
      reason,
    }
    const begun = { commitment: made, accountId, passwordHash, passwordSalt, commandId: meta.command.id, command }
    return (await insertChange(pool, begun)) ? begun : null
  }

  /** Steps 2 and 3, one change of an account at a time. Null where it is not there any more. */
  function complete({ accountId, commitment }: ChangeInProgress, draft: SessionDraft | null) {
    return inTransaction(pool, async (client): Promise<ChangeOutcome | null> => {
      await lockPassword(client, accountId)
      const begun = await findChange(client, commitment)
      if (begun === null) return null
      const { replaces } = begun.command
      const command = { type: 'ChangePassword', password: commitment, replaces } as const
      const outcome = await accounts.execute(accountId, command, metaOf(begun))
      // refused by what was recorded since: an append of it that is still on its way comes too late as well
      if (!outcome.accepted) {
        await forgetChange(client, commitment)
        return outcome
      }
      if ((await putInForce(client, accountId)) === commitment) {
        if (draft !== null) await insertSession(client, accountId, draft, begun.passwordHash)
        return { accepted: true }
      }
      // recorded before it was cut off, and replaced since
      await forgetChange(client, commitment)
      return { ...refuse('password_replaced'), recorded: true }
    })
  }

  /** Lets the row follow the ledger; answers the commitment that it has now, null where it had it. The caller holds the lock. */
  async function putInForce(client: pg.ClientBase, accountId: string): Promise<string | null> {
    const inForce = passwordOf(await accounts.read(accountId))
    const change = inForce === null ? null : await findChange(client, inForce)
    if (change !== null) await replacePassword(client, change)
    return change?.commitment ?? null
  }

  const metaOf = ({ commandId, command }: ChangeInProgress): CommandMeta => ({
    actor: command.actor,
    session: command.session,
    command: { id: commandId, hash: command.hash },
    correlation: command.correlation,
    causation: null,
    at: businessNow().toISOString(),
    reason: command.reason,
  })

  return {
    change,
    async upToDate(credential) {
      if (!credential.changing) return credential
      return inTransaction(pool, async (client) => {
        await lockPassword(client, credential.accountId)
        await putInForce(client, credential.accountId)
        return findByAccount(client, credential.accountId)
      })
    },
    async finishPasswordChanges(olderThanMs = INTERRUPTED_AFTER_MS) {
      const done = { finished: 0, dropped: 0 }
      await eachOf(await interruptedChanges(pool, olderThanMs, SWEEP_AT_ONCE), async (left) => {
        const outcome = await complete(left, null)
        if (outcome === null) return
        if (outcome.accepted) done.finished += 1
        else done.dropped += 1
      })
      return done
    },
  }
}
