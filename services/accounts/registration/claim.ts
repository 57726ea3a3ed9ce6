// The first step of a registration: claims the name, with everything that is needed to complete the registration later.
import type pg from 'pg'
import { hashCommand, randomId } from '#services/commands/command-id.ts'
import { inTransaction } from '#services/platform/database/transaction.ts'
import { newSalt } from '../commitments.ts'
import { type Credential, claimName, commitmentsOf, type PendingRegistration } from '../credentials.ts'
import type { UserName } from '../names/names.ts'
import { insertSession } from '../sessions/session-rows.ts'
import { commandIdOf, requestHashOf } from './registration-commands.ts'
import type { RegistrationRequest } from './registration-request.ts'

/** The id of the claimed account; null if its name or command was claimed by another in the meantime. */
export async function claimFor(
  pool: pg.Pool,
  request: RegistrationRequest,
  passwordHash: string,
): Promise<string | null> {
  const { role, openedBy, ageAttested, actor, session, correlation, reason, amountCents } = request
  const secrets = {
    username: request.name.display,
    usernameNormal: request.name.normal,
    usernameSalt: newSalt(),
    passwordHash,
    passwordSalt: newSalt(),
  }
  const requestHash = requestHashOf(request)
  const nameAsTyped = true
  const commitments = commitmentsOf({ ...secrets, registration: { nameAsTyped } })
  const registration: PendingRegistration = {
    command: commandIdOf(request, commitments.username),
    // the field is hashed and stored in events, so it cannot be renamed
    hash: hashCommand({ asked: requestHash, ...commitments }),
    nameAsTyped,
    requestHash,
    role,
    openedBy,
    ageAttested,
    actor,
    session,
    correlation,
    reason,
    amountCents,
    transfer: request.fundedBy === null ? null : { id: randomId(), ...request.fundedBy },
  }
  const accountId = randomId()
  const { mustChangePassword = false } = request
  const claimed = { accountId, ...secrets, mustChangePassword, registration }
  return inTransaction(pool, async (client) => {
    if (!(await claimName(client, claimed))) return null
    if (request.draft !== null) await insertSession(client, accountId, request.draft, passwordHash, { named: true })
    return accountId
  })
}

export const isNameOf = ({ usernameNormal }: Credential, { normal, legacyNormal }: UserName): boolean =>
  usernameNormal === normal || usernameNormal === legacyNormal

/**
 * Whether the claim was made by the same command. A stranger's key only counts together with the name; a claim of a
 * lookalike is somebody else's.
 */
export function isSameCommand(claim: Credential, { command, name }: RegistrationRequest): boolean {
  if (typeof command === 'string') return claim.registration.command === command
  return isNameOf(claim, name) && claim.registration.command === command(commitmentsOf(claim).username)
}
