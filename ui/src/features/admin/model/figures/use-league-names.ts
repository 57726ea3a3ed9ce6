import { useQuery } from '@tanstack/react-query'
import { profit } from '#ui/lib/messages/desk/figures.ts'
import { leagueBlacklistQuery } from '../../api/offer.ts'

/**
 * The name of a league, even one that is hidden from bettors; its key if the catalogue does not have it. Empty while
 * the names load.
 */
export function useLeagueNames() {
  const { data, isPending } = useQuery(leagueBlacklistQuery())
  const leagues = data === undefined ? [] : [...data.availableLeagues, ...data.blacklistedLeagues]
  const titles = new Map(leagues.map(({ key, title }) => [key, title]))
  const nameOf = (key: string): string =>
    key === 'several' ? profit.several : isPending ? '' : (titles.get(key) ?? key)
  return { nameOf, isPending }
}
