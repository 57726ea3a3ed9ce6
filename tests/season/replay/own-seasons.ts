// Small seasons of our own, with a dozen invented games per sport: for tests without recordings.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Ending, type Game, type Offer, type Pair, rowsOf } from './game.ts'
import type { Season } from './recorded-seasons.ts'

const FOLDER = join(import.meta.dirname, 'own')

export const ownSeasons = (): Season[] =>
  globSync(join(FOLDER, '*.csv'))
    .toSorted()
    .map((path) => ({ name: `our own ${basename(path, '.csv')}`, games: () => gamesOf(readFileSync(path, 'utf8')) }))

/** League, day, home, away, ending, offers: 'spreads home:-0.25 1.95', separated by ' / '. */
const gamesOf = (text: string): Game[] =>
  rowsOf(text)
    .slice(1)
    .map(([league = '', day = '', home = '', away = '', ending = '', offers = '']) => ({
      ...{ league, day, home, away, ending: endingOf(ending) },
      offers: offers.split(' / ').map(offerOf),
    }))

const pairOf = (text = ''): Pair => {
  const [home, away] = text.split('-').map(Number)
  return [home!, away!]
}

/**
 * '2-1', '3-2 reg 2-2' if the feed tells it, '3-2 told 2-2' if an admin does; 'hand home', 'hand void', 'not-played
 * walkover'.
 */
function endingOf(text: string): Ending {
  const [first = '', word, more] = text.split(' ')
  if (first === 'hand') return { kind: 'by-hand', winner: word === 'home' || word === 'away' ? word : null }
  if (first === 'not-played') return { kind: 'not-played', why: word! }
  const score = pairOf(first)
  if (word === 'told') return { kind: 'score', score, regulation: null, told: pairOf(more) }
  return { kind: 'score', score, regulation: word === 'reg' ? pairOf(more) : score }
}

function offerOf(text: string): Offer {
  const [market = '', pick = '', odds = ''] = text.split(' ')
  const [selection = '', point] = pick.split(':')
  return { market, selection, odds, ...(point === undefined ? {} : { point }) }
}
