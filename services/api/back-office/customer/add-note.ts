// Action `addNote`: stores a note about a bettor for other admins.
import type { FastifyRequest } from 'fastify'
import { Id } from '#domain/values.ts'
import { findByAccount } from '#services/accounts/credentials.ts'
import { addNote as addNoteAbout } from '#services/accounts/notes/notes.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { commandMeta, refusedBy } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { saidOf } from '../by-hand.ts'

export async function addNote(
  { accounts, commandClaims, freshness, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { userId, text: typed }: Extract<AdminBody, { action: 'addNote' }>,
) {
  const text = typed.trim()
  if (text === '') throw new ApiError('fields_missing')
  if (!Id.safeParse(userId).success || (await findByAccount(pool, userId)) === null)
    throw new ApiError('account_missing')
  // the text must not go into a hash; it is compared with the one that the command stored
  const meta = commandMeta(request, session, hashCommand({ type: 'addNote', userId }), clock.businessNow())
  const outcome = await commandClaims.hold(meta.command, () =>
    addNoteAbout({ pool, accounts }, { accountId: userId, text, meta }),
  )
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  const position = await freshness.recordSharedWrite(session.id, outcome)
  return { success: true as const, message: saidOf(outcome, 'Note added'), position }
}
