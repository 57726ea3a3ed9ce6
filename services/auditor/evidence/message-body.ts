// Reads messages of the provider by the names in them, without any code of the product's feed.
import { BoundedMap } from '../replay/bounded-map.ts'

export type Teams = { readonly home: string; readonly away: string }
export type Entry = Readonly<Record<string, unknown>>

/** The comparable forms of names seen lately, since all messages of a game have the same names. */
const compared = new BoundedMap<string, string>(4_000)

function comparable(name: unknown): string {
  const text = String(name)
  const known = compared.get(text)
  if (known !== undefined) return known
  const form = text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
  compared.set(text, form)
  return form
}

export const isNamed = (name: unknown, other: unknown): boolean => comparable(name) === comparable(other)

/** Whether `one` is one of two names, as in 'Arsenal or Draw' or 'Draw/Arsenal'. */
export function isOneOfTwo(names: unknown, one: unknown): boolean {
  const [whole, part] = [comparable(names), comparable(one)]
  return [' or ', '/', ' / '].some((or) => whole.startsWith(part + or) || whole.endsWith(or + part))
}

/** The body as an object; an empty one if it is not a JSON object. */
export function parsed(body: string): Entry {
  try {
    return Object(JSON.parse(body)) as Entry
  } catch {
    return {}
  }
}

/** The objects of a list; none if it is not a list. */
export const entriesIn = (list: unknown): Entry[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []

/**
 * What the provider calls the sides of a fixture. It may list the game the other way round, and spell one of the teams
 * differently; then the other team tells which side is which.
 */
export function sidesIn({ home_team, away_team }: Entry, teams: Teams | undefined): Record<'home' | 'away', unknown> {
  const isTurned = isNamed(home_team, teams?.away) || isNamed(away_team, teams?.home)
  return isTurned ? { home: away_team, away: home_team } : { home: home_team, away: away_team }
}
