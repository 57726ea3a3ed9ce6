// Action `signin`. A wrong name and a wrong password are one answer, after the same time.
import type { FastifyRequest } from 'fastify'
import { balanceCents } from '../../../domain/account/state.ts'
import { findByName } from '../../identity/credentials.ts'
import { readUserName } from '../../identity/names.ts'
import { isUsable } from '../../identity/passwords.ts'
import type { AuthBody, SignedIn } from '../contract.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { userOf } from '../users.ts'
import { clientOf } from './client.ts'

export async function signIn(
  { pool, accounts, sessions, passwords, attempts, reads }: Services,
  request: FastifyRequest,
  body: Extract<AuthBody, { action: 'signin' }>,
): Promise<SignedIn> {
  const name = readUserName(body.username)
  if (name === null || !isUsable(body.password)) throw new ApiError('credentials_wrong')
  await attempts.signIn(name.normal, request.ip)
  const found = await findByName(pool, name)
  const credential = found?.status === 'active' ? found : null
  const right = await passwords.verify(credential?.passwordHash ?? null, body.password)
  if (credential === null || !right) throw new ApiError('credentials_wrong')
  await attempts.signedIn(name.normal, request.ip)

  // the stream is the truth: a read model may not know of a block yet
  const { accountId: id, username } = credential
  const state = await accounts.read(id)
  if (state.opened === null) throw new Error(`account ${id} has a password but was never opened`)
  if (state.blocked) throw new ApiError('account_blocked')
  const token = await sessions.open(id, clientOf(request))
  const email = await reads.people.emailOf(id)
  const user = userOf({
    id,
    username,
    role: state.opened.role,
    blocked: false,
    balanceCents: balanceCents(state),
    email,
  })
  return { user, token }
}
