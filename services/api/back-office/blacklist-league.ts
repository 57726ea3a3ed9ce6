// Actions `blacklist` and `unblacklist`. Every api process hides the league as soon as its board hears of it. The reply
// to `blacklist` comes once no process decides bets by older rules.
import type { FastifyRequest } from 'fastify'
import { OFFER } from '#domain/offer/events.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { refusedBy } from '../command-context.ts'
import { NOT_EVERYWHERE } from '../desk/stop-barrier.ts'
import { ApiError } from '../http/errors/errors.ts'
import type { Services } from '../services.ts'
import { metaByHand, saidOf } from './by-hand.ts'

export async function blacklistLeague(
  { offer, stops, catalog, commandClaims, freshness, clock, pool }: Services,
  request: FastifyRequest,
  session: Session,
  { action, leagueKey, reason }: Extract<AdminBody, { action: 'blacklist' | 'unblacklist' }>,
) {
  const league = catalog.flatMap(({ leagues }) => leagues).find(({ key }) => key === leagueKey)
  const meta = await metaByHand({ clock, pool }, request, session, { asked: { type: action, leagueKey }, reason })
  if (league === undefined) {
    // a league that left the catalog after it was blacklisted can still be taken off the list
    const { blacklisted, commands } = await offer.read(OFFER)
    const isOffList = blacklisted.has(leagueKey) || commands.has(meta.command.id)
    if (action === 'blacklist' || !isOffList) throw new ApiError('league_missing')
  }
  const type = action === 'blacklist' ? 'BlacklistLeague' : 'UnblacklistLeague'
  const outcome = await commandClaims.hold(meta.command, () => offer.execute(OFFER, { type, league: leagueKey }, meta))
  if (!outcome.accepted) throw refusedBy(outcome.refusal)
  const position = await freshness.recordSharedWrite(session.id, outcome)
  const title = league?.title ?? leagueKey
  const isHidden = action === 'blacklist'
  const said = saidOf(outcome, `${title} is ${isHidden ? '' : 'no longer '}blacklisted`)
  const isEverywhere = !isHidden || (await stops.passed())
  return { success: true as const, message: isEverywhere ? said : `${said}. ${NOT_EVERYWHERE}`, position }
}
