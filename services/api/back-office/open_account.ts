// What creating a user and adding an admin have in common.
import type { FastifyRequest } from 'fastify'
import { randomId } from '../../commands/command-id.ts'
import type { BirthRequest, Born } from '../../identity/births.ts'
import { keepReason } from '../../identity/reasons.ts'
import type { Session } from '../../identity/sessions.ts'
import { requestCommandId } from '../commanding.ts'
import { ApiError } from '../errors.ts'
import { checkPassword, checkUserName, nameTaken } from '../secrets.ts'
import type { Services } from '../services.ts'

type Asked = {
  readonly username: string
  readonly password: string
  readonly reason: string | undefined
} & Pick<BirthRequest, 'role' | 'amountCents' | 'fundedBy'>

/** Opens an account on an admin's behalf, who vouches for the age. */
export async function openAccount(
  { births, freshness, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { username, password, reason, ...asked }: Asked,
): Promise<Born & { token: string }> {
  if (username === '' || password === '') throw new ApiError('fields_missing')
  const name = checkUserName(username, asked.role === 'user' ? 'user' : 'admin')
  checkPassword(password)
  const command = requestCommandId(request, session.accountId)
  const kept = await keepReason(pool, 'by-admin', reason)
  const outcome = await births.open({
    ...asked,
    command,
    name,
    password,
    openedBy: session.accountId,
    ageAttested: true,
    actor: { id: session.accountId, role: session.role },
    session: session.commitment,
    correlation: randomId(),
    reason: kept,
    draft: null,
  })
  if (!outcome.accepted) throw outcome.taken ? nameTaken(outcome.taken) : new ApiError(outcome.refusal.code)
  const { position, hash } = outcome
  if (position === null || hash === null) return { ...outcome, token: '' }
  return { ...outcome, token: await freshness.wroteElsewhere(session.id, position, hash) }
}
