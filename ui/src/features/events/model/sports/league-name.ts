import type { Game } from '#services/contract/contract.ts'
import { countryName } from '#ui/components/flag.tsx'

/** 'Serie A' of 'Serie A - Italy' where Italy is said beside it anyway. */
export function leagueName(title: string, country: Game['country']): string {
  const place = countryName(country)
  return place && title.endsWith(` - ${place}`) ? title.slice(0, -` - ${place}`.length) : title
}
