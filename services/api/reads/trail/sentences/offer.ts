// Sentences about the ledger itself, prices of the feed, and what the house offers.
import { leagueName } from '#services/odds/catalog/catalog.ts'
import { say, strong, type Tell } from './sentence.ts'

export const LogStarted: Tell<'LogStarted'> = () => ({ what: say`The ${strong('ledger')} was opened` })
const KEY_CHANGES = { rotated: 'was replaced', lost: 'was lost', compromised: 'was known to somebody else' } as const
export const LogKeyChanged: Tell<'LogKeyChanged'> = ({ data }) => ({
  what: say`The key of the ledger’s log ${strong(KEY_CHANGES[data.why])}: another one signs from ${strong(`event ${data.signed}`)} on`,
  change: [data.replaces, data.key],
})
/** The number of events of a checkpoint, which is its second line. */
const sizeOf = (checkpoint: string): number => Number(checkpoint.split('\n', 2)[1])
export const BackupRestored: Tell<'BackupRestored'> = ({ data: { by, takenAt, events, lost }, known }) => {
  const signed = lost === undefined ? null : sizeOf(lost) - events
  const lostSo = signed === null ? '' : `: at least ${signed} signed ${signed === 1 ? 'event' : 'events'}`
  return {
    what: say`${strong('A backup was restored')} for ${known.name(by)}: the ledger ends as it was at ${takenAt}, with ${strong(`event ${events - 1}`)}, and goes on from there. What was recorded after it is lost${lostSo}`,
  }
}
export const QuotesPublished: Tell<'QuotesPublished'> = ({ data }) => ({
  what: say`The odds feed published ${strong(`${data.size} ${data.size === 1 ? 'price' : 'prices'}`)} of ${leagueName(data.league)}`,
})
export const LeagueBlacklisted: Tell<'LeagueBlacklisted'> = ({ data, who }) => ({
  what: say`${who} ${strong('blacklisted the league')} ${leagueName(data.league)}`,
  change: ['offered', 'blacklisted'],
})
export const LeagueUnblacklisted: Tell<'LeagueUnblacklisted'> = ({ data, who }) => ({
  what: say`${who} ${strong('unblacklisted the league')} ${leagueName(data.league)}`,
  change: ['blacklisted', 'offered'],
})
export const GamesOfTheDaySaved: Tell<'GamesOfTheDaySaved'> = ({ row, data, who, known }) => {
  const games = (fixtures: readonly string[]) => fixtures.map(known.title).join(', ') || 'none'
  return {
    what: say`${who} saved the ${strong('Games of the Day')}`,
    change: [games(known.replaced<'GamesOfTheDaySaved'>(row)?.data.fixtures ?? []), games(data.fixtures)],
  }
}
