// What every command of an admin has in common: it is given by hand, with a reason where one was typed.
import type { FastifyRequest } from 'fastify'
import type { CommandMeta } from '#domain/meta.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { commandMeta, type Denied, errorOf } from '../command-context.ts'
import type { Written } from '../consistency/freshness.ts'
import type { Services } from '../services.ts'

type ByHand = {
  /**
   * The request as its hash in the ledger identifies it: without the reason, what the server adds, and personal data.
   */
  readonly asked: { readonly [field: string]: unknown }
  /** As typed. */
  readonly reason: string | undefined
}

const NOTHING_CHANGED = 'It is so already: nothing has changed'

/** `done`, unless the action found nothing to change. */
export const saidOf = ({ events }: { readonly events: readonly unknown[] }, done: string): string =>
  events.length === 0 ? NOTHING_CHANGED : done

/** The metadata of an admin's command, whose reason is stored before it is sent. */
export async function metaByHand(
  { clock, pool }: Pick<Services, 'clock' | 'pool'>,
  request: FastifyRequest,
  session: Session,
  { asked, reason }: ByHand,
): Promise<CommandMeta> {
  const stored = await storeReason(pool, 'by-admin', reason)
  return { ...commandMeta(request, session, hashCommand(asked), clock.businessNow()), reason: stored }
}

type Outcome = (Written & { readonly accepted: true }) | (Denied & { readonly accepted: false })

/**
 * Gives a command once for its key, and has the next reads see what it recorded. `position`: '' if that is nothing.
 * Throws ApiError with why it was not accepted.
 */
export async function giveByHand<Given extends Outcome>(
  { commandClaims, freshness, ...services }: Pick<Services, 'clock' | 'commandClaims' | 'freshness' | 'pool'>,
  request: FastifyRequest,
  session: Session,
  byHand: ByHand,
  give: (meta: CommandMeta) => Promise<Given>,
): Promise<{ outcome: Extract<Given, { accepted: true }>; position: string }> {
  const meta = await metaByHand(services, request, session, byHand)
  const outcome = await commandClaims.hold(meta.command, () => give(meta))
  if (!outcome.accepted) throw errorOf(outcome)
  const position = await freshness.recordSharedWrite(session.id, outcome)
  return { outcome: outcome as Extract<Given, { accepted: true }>, position }
}
