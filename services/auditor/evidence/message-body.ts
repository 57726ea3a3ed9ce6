// A message of the provider as anybody may read it: by the names in it, and with no code of the feed.
import { BoundedMap } from '../replay/bounded-map.ts'

export type Teams = { readonly home: string; readonly away: string }
export type Entry = Readonly<Record<string, unknown>>

/** Of names that were compared lately: each message of a game has the same ones. */
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

/** 'Arsenal or Draw', 'Draw/Arsenal': whether one of two names is this one. */
export function isOneOfTwo(names: unknown, one: unknown): boolean {
  const [whole, part] = [comparable(names), comparable(one)]
  return [' or ', '/', ' / '].some((or) => whole.startsWith(part + or) || whole.endsWith(or + part))
}

/** What a body says; nothing where it is no JSON object. */
export function parsed(body: string): Entry {
  try {
    return Object(JSON.parse(body)) as Entry
  } catch {
    return {}
  }
}

/** The objects of a list; none where it is something else. */
export const entriesIn = (list: unknown): Entry[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []

/**
 * What the provider calls the sides of a fixture. Where it has spelled one of them anew, the other one tells which is which:
 * it may list the game the other way round.
 */
export function sidesIn({ home_team, away_team }: Entry, teams: Teams | undefined): Record<'home' | 'away', unknown> {
  const isTurned = isNamed(home_team, teams?.away) || isNamed(away_team, teams?.home)
  return isTurned ? { home: away_team, away: home_team } : { home: home_team, away: away_team }
}
