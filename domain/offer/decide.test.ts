import { describe, expect, it } from 'vitest'
import { admin, bettor, id, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { offerAggregate } from './aggregate.ts'
import { OFFER, type OfferEvent, offerStream } from './events.ts'

const offer = specOf(offerAggregate, OFFER)
const EPL = 'soccer_epl'
const blacklist = { type: 'BlacklistLeague', league: EPL } as const
const unblacklist = { type: 'UnblacklistLeague', league: EPL } as const
const save = (...games: string[]) => ({ type: 'SaveGamesOfTheDay', fixtures: games.map(id) }) as const
const blacklisted: OfferEvent = { type: 'LeagueBlacklisted', schema: 1, data: { league: EPL } }
const unblacklisted: OfferEvent = { type: 'LeagueUnblacklisted', schema: 1, data: { league: EPL } }
const saved = (...games: string[]): OfferEvent => ({
  type: 'GamesOfTheDaySaved',
  schema: 1,
  data: { fixtures: games.map(id) },
})

it('has one stream', () => expect(offerStream(OFFER)).toMatch(/^offer-[0-9a-f]{32}$/))

describe('a league', () => {
  it('is blacklisted once, by any admin', () => {
    offer.given([]).when(blacklist, admin).then([blacklisted])
    offer.given([]).when(blacklist, superAdmin).then([blacklisted])
    offer.given([blacklisted]).when(blacklist, admin).thenNothing()
    expect(offer.given([blacklisted]).state.blacklisted).toEqual(new Set([EPL]))
  })
  it('is offered again', () => {
    offer.given([blacklisted]).when(unblacklist, admin).then([unblacklisted])
    offer.given([]).when(unblacklist, admin).thenNothing()
    offer.given([blacklisted, unblacklisted]).when(blacklist, admin).then([blacklisted])
  })
  it('refuses bettors', () => {
    offer.given([]).when(blacklist, bettor).thenRefused('not_an_admin')
    offer.given([blacklisted]).when(unblacklist, bettor).thenRefused('not_an_admin')
  })
})

describe('the games of the day', () => {
  it('are saved in their order, as a whole', () => {
    offer
      .given([])
      .when(save('b', 'a'), admin)
      .thenOnce([saved('b', 'a')])
    offer
      .given([saved('b', 'a')])
      .when(save('a', 'b'), admin)
      .thenOnce([saved('a', 'b')])
    offer
      .given([saved('b', 'a')])
      .when(save('b'), admin)
      .thenOnce([saved('b')])
    expect(offer.given([saved('b', 'a')]).state.gamesOfTheDay).toEqual([id('b'), id('a')])
  })
  it('are recorded even if they are unchanged: their prices may have changed, and the ledger says which list came last', () => {
    offer
      .given([saved('b', 'a')])
      .when(save('b', 'a'), admin)
      .thenOnce([saved('b', 'a')])
  })
  it('may be empty, which is not the same as never saved', () => {
    offer.given([]).when(save(), admin).thenOnce([saved()])
    expect(offer.given([]).state.gamesOfTheDay).toBeNull()
    expect(offer.given([saved()]).state.gamesOfTheDay).toEqual([])
  })
  it('have each game once', () =>
    offer
      .given([])
      .when(save('a', 'b', 'a'), admin)
      .thenRefused('game_listed_twice'))
  it('refuse bettors', () => offer.given([]).when(save('a'), bettor).thenRefused('not_an_admin'))
})
