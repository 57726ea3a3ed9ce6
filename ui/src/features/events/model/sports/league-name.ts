import type { Game } from '#services/contract/contract.ts'
import { countryName } from '#ui/components/flag.tsx'

/** 'Serie A - Italy' -> 'Serie A', because the country is shown beside it. */
export function leagueName(title: string, country: Game['country']): string {
  const name = countryName(country)
  const suffix = ` - ${name}`
  return name && title.endsWith(suffix) ? title.slice(0, -suffix.length) : title
}
