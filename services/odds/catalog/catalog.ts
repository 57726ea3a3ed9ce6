// Sports as the product groups them, and the leagues of each.
import { leagueLines } from './leagues.ts'

export type CatalogLeague = {
  /** The provider's key: 'soccer_epl'. */
  readonly key: string
  readonly title: string
  /** Key of the family: 'soccer'. */
  readonly family: string
  /** ISO 3166 code, or INT. */
  readonly country: string
  /** Only the winner of a whole tournament is offered: no games. */
  readonly outright: boolean
  /** The provider gives scores: results are recorded by themselves. */
  readonly scored: boolean
}
export type Family = {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly leagues: readonly CatalogLeague[]
}

/** In the order of the sport filter. `groups`: the first parts of the provider's keys. */
const sports = [
  ['soccer', 'Football', 'Leagues and cups from around the world', ['soccer']],
  ['basketball', 'Basketball', 'NBA, EuroLeague, college and more', ['basketball']],
  ['americanfootball', 'American Football', 'NFL, college football and CFL', ['americanfootball']],
  ['baseball', 'Baseball', 'MLB and the leagues of Asia', ['baseball']],
  ['tennis', 'Tennis', 'ATP and WTA tournaments', ['tennis']],
  ['icehockey', 'Ice Hockey', 'NHL and the leagues of Europe', ['icehockey']],
  ['golf', 'Golf', 'The major championships', ['golf']],
  ['mma', 'MMA', 'Mixed martial arts bouts', ['mma']],
  ['boxing', 'Boxing', 'Bouts from all associations', ['boxing']],
  ['cricket', 'Cricket', 'Internationals, IPL and other T20 leagues', ['cricket']],
  ['aussierules', 'Aussie Rules', 'AFL and AFLW', ['aussierules']],
  ['rugby', 'Rugby', 'Rugby league and rugby union', ['rugbyleague', 'rugbyunion']],
  ['motorsports', 'Motorsports', 'Races, when the provider offers them', ['motorsport', 'motorsports']],
] as const

const LINE = /^(?<name>\S+) (?<country>[A-Z-]+)(?: (?<note>outright|unscored))? : (?<title>.+)$/

function leaguesOfGroup(group: string, family: string): CatalogLeague[] {
  return (leagueLines[group] ?? '')
    .split('\n')
    .map((line) => LINE.exec(line.trim())?.groups)
    .filter((parts) => parts !== undefined)
    .map(({ name, country, note, title }) => ({
      key: `${group}_${name}`,
      title: title!,
      family,
      country: name!.includes('fifa') ? 'INT' : country!,
      outright: note === 'outright',
      scored: note === undefined,
    }))
}

export const families: readonly Family[] = sports.map(([key, title, description, groups]) => ({
  key,
  title,
  description,
  leagues: groups.flatMap((group) => leaguesOfGroup(group, key)),
}))

const byKey = new Map(families.flatMap(({ leagues }) => leagues.map((league) => [league.key, league] as const)))

/** A supported league by the provider's key; undefined for all others. */
export const catalogLeague = (key: string): CatalogLeague | undefined => byKey.get(key)

export const isFamily = (key: string): boolean => families.some((family) => family.key === key)

/** The family that a league key belongs to: by the catalog, else by the first part of the key. */
export function familyOf(league: string): string {
  const group = league.split('_')[0] ?? league
  return (
    byKey.get(league)?.family ?? sports.find(([, , , groups]) => groups.some((known) => known === group))?.[0] ?? group
  )
}

/** Hours after the start at which a game that never completed is given up: 48 for soccer, 30 for others. */
export const hoursToComplete = (league: string): number => (familyOf(league) === 'soccer' ? 48 : 30)

/** Minutes after the start before which no game of a family ends: until then nobody asks for completed scores. */
const SHORTEST: Readonly<Record<string, number>> = { soccer: 90, mma: 1, boxing: 1, tennis: 15, basketball: 40 }
export const shortestGameMinutes = (league: string): number => SHORTEST[familyOf(league)] ?? 30
