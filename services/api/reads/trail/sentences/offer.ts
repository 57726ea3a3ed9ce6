// Sentences about the ledger itself, prices of the feed, and what the house offers.
import { say, strong, type Tell } from './sentence.ts'

export const LogStarted: Tell<'LogStarted'> = () => ({ what: say`The ${strong('ledger')} was opened` })
export const QuotesPublished: Tell<'QuotesPublished'> = ({ data }) => ({
  what: say`${strong(`${data.size} ${data.size === 1 ? 'price' : 'prices'}`)} of ${data.league} published`,
})
export const LeagueBlacklisted: Tell<'LeagueBlacklisted'> = ({ data, who }) => ({
  what: say`${who} ${strong('hid the league')} ${data.league}`,
  change: ['offered', 'hidden'],
})
export const LeagueUnblacklisted: Tell<'LeagueUnblacklisted'> = ({ data, who }) => ({
  what: say`${who} ${strong('offered the league')} ${data.league} again`,
  change: ['hidden', 'offered'],
})
export const GamesOfTheDaySaved: Tell<'GamesOfTheDaySaved'> = ({ data, who }) => ({
  what: say`${who} saved the ${strong('Games of the Day')}`,
  change: [null, `${data.fixtures.length} ${data.fixtures.length === 1 ? 'game' : 'games'}`],
})
