// Actions `voidBet` and `resettleBet`: one bet, decided on its bettor's account with the outcomes of its games as they are now.
import type { FastifyRequest } from 'fastify'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { fixtureOutcome } from '#domain/fixture/state.ts'
import { Id } from '#domain/values.ts'
import { storeReason } from '#services/accounts/reasons.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { commandMeta, refusedBy } from '../command-context.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'

export async function changeBet(
  services: Services,
  request: FastifyRequest,
  session: Session,
  { action, betId, reason }: Extract<AdminBody, { action: 'voidBet' | 'resettleBet' }>,
) {
  const { accounts, reads, commandClaims, freshness, clock, pool } = services
  if (!Id.safeParse(betId).success) throw new ApiError('bet_missing')
  const account = await reads.bets.accountOf(betId)
  if (account === null) throw new ApiError('bet_missing')

  const storedReason = await storeReason(pool, 'by-admin', reason)
  const meta = commandMeta(request, session, hashCommand({ type: action, betId }), clock.businessNow(), storedReason)
  const type = action === 'voidBet' ? 'VoidBet' : 'ResettleBet'
  const outcome = await commandClaims.hold(meta.command, async () => {
    const outcomes = await outcomesOf(services, account, betId)
    return accounts.execute(account, { type, bet: betId, outcomes }, meta)
  })
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  const { position, hash } = outcome
  if (position !== null && hash !== null) await freshness.recordSharedWrite(session.id, position, hash)
  const message = action === 'voidBet' ? 'Bet voided: the stake is refunded' : 'Bet settled by the results in force'
  return { success: true as const, message }
}

/** How the games of a bet have ended, from their streams. */
async function outcomesOf(
  { accounts, fixtures }: Services,
  account: string,
  bet: string,
): Promise<readonly FixtureOutcome[]> {
  const state = await accounts.read(account)
  const legs = (state.bets.get(bet) ?? state.settled.get(bet))?.legs ?? []
  const states = await Promise.all(legs.map(({ fixture }) => fixtures.read(fixture)))
  return states.map(fixtureOutcome).filter((outcome) => outcome !== null)
}
