import { useQuery } from '@tanstack/react-query'
import { profit } from '#ui/lib/messages/desk/figures.ts'
import { leagueBlacklistQuery } from '../../api/offer.ts'

/**
 * What a league is called, also one that is hidden from bettors; its key where the catalog has none of it. Empty until the names
 * are there.
 */
export function useLeagueNames() {
  const { data, isPending } = useQuery(leagueBlacklistQuery())
  const leagues = data === undefined ? [] : [...data.availableLeagues, ...data.blacklistedLeagues]
  const titles = new Map(leagues.map(({ key, title }) => [key, title]))
  const nameOf = (key: string): string =>
    key === 'several' ? profit.several : isPending ? '' : (titles.get(key) ?? key)
  return { nameOf, isPending }
}
