// Finishes a change of password that has a row: the ledger records the new commitment, and identity follows the ledger.
import type pg from 'pg'
import { passwordOf } from '#domain/account/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import type { Accounts } from '../accounts.ts'
import { type Credential, findByAccount } from '../credentials.ts'
import type { SessionDraft } from '../sessions/session.ts'
import { insertSession } from '../sessions/session-rows.ts'
import type { ChangeOutcome } from './password-change-request.ts'
import { deleteChange, findChange, lockPassword, type PendingChange, replacePassword } from './password-change-rows.ts'

export type PendingChanges = {
  /** Steps 2 and 3 of a change, one change of an account at a time. Null if the row is gone. */
  complete(change: PendingChange, draft: SessionDraft | null): Promise<ChangeOutcome | null>
  /** The credential with the password in force; null if the account is gone. */
  resolve(credential: Credential): Promise<Credential | null>
}

type Deps = { readonly pool: pg.Pool; readonly accounts: Accounts; readonly businessNow: () => Date }

export function createPendingChanges({ pool, accounts, businessNow }: Deps): PendingChanges {
  const metaOf = ({ commandId, command }: PendingChange): CommandMeta => ({
    actor: command.actor,
    session: command.session,
    command: { id: commandId, hash: command.hash },
    correlation: command.correlation,
    causation: null,
    at: businessNow().toISOString(),
    reason: command.reason,
  })

  /** Brings identity up to the ledger, under the lock; answers the commitment now put in force, null if it was already. */
  async function followLedger(client: pg.ClientBase, accountId: string): Promise<string | null> {
    const inForce = passwordOf(await accounts.read(accountId))
    const change = inForce === null ? null : await findChange(client, inForce)
    if (change !== null) await replacePassword(client, change)
    return change?.commitment ?? null
  }

  return {
    complete: ({ accountId, commitment }, draft) =>
      inTransaction(pool, async (client): Promise<ChangeOutcome | null> => {
        await lockPassword(client, accountId)
        const change = await findChange(client, commitment)
        if (change === null) return null
        const { replaces } = change.command
        const command = { type: 'ChangePassword', password: commitment, replaces } as const
        const outcome = await accounts.execute(accountId, command, metaOf(change))
        // refused because of a later event: an append of this command that is still in flight will be refused as well
        if (!outcome.accepted) {
          await deleteChange(client, commitment)
          return outcome
        }
        if ((await followLedger(client, accountId)) === commitment) {
          if (draft !== null) await insertSession(client, accountId, draft, change.passwordHash)
          return { accepted: true }
        }
        // recorded before the interruption, and replaced since
        await deleteChange(client, commitment)
        return { ...refuse('password_replaced'), recorded: true }
      }),

    async resolve(credential) {
      if (!credential.changing) return credential
      return inTransaction(pool, async (client) => {
        await lockPassword(client, credential.accountId)
        await followLedger(client, credential.accountId)
        return findByAccount(client, credential.accountId)
      })
    },
  }
}
