// Completes a change of password that has a row: the ledger records the new commitment, and identity follows the
// ledger. Several processes may do it at once, and nothing is locked while the ledger is written or read: the row is
// deleted together with putting it in force, and the next change has to replace what identity has, so that nothing is
// put in force twice or late (docs/decisions/0087).
import type pg from 'pg'
import { passwordOf } from '#domain/account/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import type { Accounts } from '../accounts.ts'
import { type Credential, findByAccount, lockIdentity } from '../credentials.ts'
import type { SessionDraft } from '../sessions/session.ts'
import { insertSession } from '../sessions/session-rows.ts'
import type { ChangeOutcome } from './password-change-request.ts'
import { deleteChange, findChange, type PendingChange, replacePassword } from './password-change-rows.ts'

export type PendingChanges = {
  /** Steps 2 and 3 of a change. Null if somebody else has completed it. */
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

  const inForce = async (accountId: string): Promise<string | null> => passwordOf(await accounts.read(accountId))

  /** Puts in force what the ledger names. Returns the change that was put in force; null if it already was. */
  async function follow(client: pg.ClientBase, accountId: string, named: string | null): Promise<PendingChange | null> {
    await lockIdentity(client, accountId)
    const change = named === null ? null : await findChange(client, named)
    if (change !== null) await replacePassword(client, change)
    return change
  }

  return {
    async complete(change, draft) {
      const { accountId, commitment, passwordHash } = change
      const { replaces } = change.command
      const command = { type: 'ChangePassword', password: commitment, replaces } as const
      const outcome = await accounts.execute(accountId, command, metaOf(change))
      // refused because of a later event; an append of this command that is still in flight will be refused as well
      if (!outcome.accepted) {
        await deleteChange(pool, commitment)
        return outcome
      }
      const named = await inForce(accountId)
      return inTransaction(pool, async (client): Promise<ChangeOutcome | null> => {
        if ((await follow(client, accountId, named))?.commitment === commitment) {
          if (draft !== null) await insertSession(client, accountId, draft, passwordHash)
          return { accepted: true }
        }
        // recorded before the interruption, and replaced since
        const isLeft = await deleteChange(client, commitment)
        return isLeft ? { ...refuse('password_replaced'), recorded: true } : null
      })
    },

    async resolve(credential) {
      if (!credential.changing) return credential
      const { accountId } = credential
      const named = await inForce(accountId)
      return inTransaction(pool, async (client) => {
        await follow(client, accountId, named)
        return findByAccount(client, accountId)
      })
    },
  }
}
