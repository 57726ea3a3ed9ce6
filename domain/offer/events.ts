// What the house decides about its offer: leagues that it hides, and the games of the day. One stream holds both.
import { z } from 'zod'
import { MAX_GAMES_OF_THE_DAY } from '../limits.ts'
import { Id, Text } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

/** The one offer in a log. */
export const OFFER = '0ffe0000000000000000000000000001'

export const offerStream = (offer: string) => `offer-${offer}`

/** `league`: the provider's key, 'soccer_epl'. It is hidden everywhere, and no new bet on it is accepted. */
export const LeagueBlacklisted = z.strictObject({ league: Text })
export const LeagueUnblacklisted = z.strictObject({ league: Text })
/** The whole list, in the order in which it is shown; an empty list means no games. */
export const GamesOfTheDaySaved = z.strictObject({ fixtures: z.array(Id).max(MAX_GAMES_OF_THE_DAY) })

export const offerEvents = {
  LeagueBlacklisted: { 1: LeagueBlacklisted },
  LeagueUnblacklisted: { 1: LeagueUnblacklisted },
  GamesOfTheDaySaved: { 1: GamesOfTheDaySaved },
} as const

export type OfferEvent = Newest<typeof offerEvents>
