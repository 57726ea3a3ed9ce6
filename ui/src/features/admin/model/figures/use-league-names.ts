import { useQuery } from '@tanstack/react-query'
import { sportsQuery } from '#ui/data/sports.ts'
import { profit } from '#ui/lib/messages/desk/figures.ts'

/** What a league is called; its key where the catalog has none of it. */
export function useLeagueNames(): (key: string) => string {
  const { data: families = [] } = useQuery(sportsQuery())
  const titles = new Map(families.flatMap(({ leagues }) => leagues.map(({ key, title }) => [key, title] as const)))
  return (key) => (key === 'several' ? profit.several : (titles.get(key) ?? key))
}
