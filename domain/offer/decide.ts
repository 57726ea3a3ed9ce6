// Every command on the offer.
import { hasAdminRights } from '../account/permissions.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { OfferCommand, SaveGamesOfTheDay } from './commands.ts'
import type { OfferEvent } from './events.ts'
import type { OfferState } from './state.ts'

/** For any admin, and for the product. */
export function decideOffer(command: OfferCommand, meta: CommandMeta, state: OfferState): Decision<OfferEvent> {
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  switch (command.type) {
    case 'BlacklistLeague': {
      const { league } = command
      if (state.blacklisted.has(league)) return ALREADY_DONE
      return accept({ type: 'LeagueBlacklisted', schema: 1, data: { league } })
    }
    case 'UnblacklistLeague': {
      const { league } = command
      if (!state.blacklisted.has(league)) return ALREADY_DONE
      return accept({ type: 'LeagueUnblacklisted', schema: 1, data: { league } })
    }
    case 'SaveGamesOfTheDay':
      return saveGames(command)
  }
}

/** The list in force is recorded again too: its prices may have changed, and the command tells which list came last. */
function saveGames({ fixtures }: SaveGamesOfTheDay): Decision<OfferEvent> {
  if (new Set(fixtures).size < fixtures.length) return refuse('game_listed_twice')
  return accept({ type: 'GamesOfTheDaySaved', schema: 1, data: { fixtures: [...fixtures] } })
}
