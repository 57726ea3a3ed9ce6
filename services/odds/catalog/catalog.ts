// Sports as the product groups them, and their leagues.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPLETED_WITHIN_MS, SOCCER_COMPLETED_WITHIN_MS } from '#domain/limits.ts'

/**
 * What happens when a game is level after regulation time. `league`: it is a draw. `playoffs`: the same, except in the
 * ties that end a season, which the provider does not list separately. `cup`: some of its ties go to extra time.
 * `overtime`: every game goes on. `untimed`: the sport has no regulation time. `outright`: not a game.
 */
const competitions = ['league', 'playoffs', 'cup', 'overtime', 'untimed', 'outright'] as const
export type Competition = (typeof competitions)[number]

export type CatalogLeague = {
  /** The provider's key: 'soccer_epl'. */
  readonly key: string
  readonly title: string
  /** Key of the sport: 'soccer'. */
  readonly family: string
  /** ISO 3166 code, or INT. */
  readonly country: string
  /** Only the winner of a whole tournament is offered, not single games. */
  readonly outright: boolean
  /** The provider has scores, so results are recorded automatically. */
  readonly scored: boolean
  readonly competition: Competition
}
export type Family = {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly leagues: readonly CatalogLeague[]
}

/** In the order of the sport filter. `groups`: first parts of the provider's keys. */
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

const FILE = join(import.meta.dirname, 'leagues.csv')

/** Parses `leagues.csv`. `offer`: 'outright', 'unscored' or 'scored'. Titles contain no commas. */
function readLeagues(): readonly CatalogLeague[] {
  const [, ...lines] = readFileSync(FILE, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [key = '', country = '', offer, word, title = ''] = line.split(',')
    const family = familyOfGroup(key.split('_')[0]!)
    const competition = competitions.find((one) => one === word)
    if (competition === undefined) throw new Error(`no competition is called '${word}': ${key}`)
    return { key, title, family, country, outright: offer === 'outright', scored: offer === 'scored', competition }
  })
}

const familyOfGroup = (group: string): string =>
  sports.find(([, , , groups]) => groups.some((one) => one === group))?.[0] ?? group

/** First parts of the provider's keys of a sport's leagues; rugby is two sports there. */
export const groupsOf = (family: string): readonly string[] => sports.find(([key]) => key === family)?.[3] ?? [family]

const leagues = readLeagues()

export const families: readonly Family[] = sports.map(([key, title, description]) => ({
  key,
  title,
  description,
  leagues: leagues.filter((league) => league.family === key),
}))

const byKey = new Map(leagues.map((league) => [league.key, league]))

/** A supported league by the provider's key; undefined for all others. */
export const catalogLeague = (key: string): CatalogLeague | undefined => byKey.get(key)

/** 'EPL' for 'soccer_epl'. For a league that is not in the catalogue, its key. */
export const leagueName = (key: string): string => byKey.get(key)?.title ?? key

/** The sport that a league belongs to: by the catalog, otherwise by the first part of its key. */
export const familyOf = (league: string): string =>
  byKey.get(league)?.family ?? familyOfGroup(league.split('_')[0] ?? league)

/** Sports without regulation time. The provider has a league for each tournament, so new ones appear often. */
const UNTIMED: ReadonlySet<string> = new Set(['tennis', 'golf', 'mma', 'boxing', 'cricket'])

/** Whether a game of the league may be decided after regulation time. True for an unknown league of a timed sport. */
export function mayGoToExtraTime(league: string): boolean {
  const known = byKey.get(league)
  return known === undefined ? !UNTIMED.has(familyOf(league)) : !['league', 'untimed'].includes(known.competition)
}

/** How long after the start a game that never completed is abandoned. */
export const completedWithinMs = (league: string): number =>
  familyOf(league) === 'soccer' ? SOCCER_COMPLETED_WITHIN_MS : COMPLETED_WITHIN_MS

/** Minutes after the start before which no game of a sport ends; completed scores are not requested earlier. */
const SHORTEST: Readonly<Record<string, number>> = { soccer: 90, mma: 1, boxing: 1, tennis: 15, basketball: 40 }
export const shortestGameMinutes = (league: string): number => SHORTEST[familyOf(league)] ?? 30
