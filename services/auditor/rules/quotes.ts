// Checks the quotes in a bet against their fixtures.
import type { StruckLeg } from '../events/payloads.ts'
import { msOf } from '../events/times/instant.ts'
import { normalised } from '../identity/usernames.ts'
import type { Fixture } from '../replay/entities.ts'
import { type CheckContext, DECIDED_WITHIN_MS } from '../replay/event-check.ts'
import { startAt } from './fixtures.ts'
import { checkHousePrice } from './house-prices.ts'
import { hasOutcome, isOnALine, type KnownMarket, knownMarket } from './markets.ts'

export function checkQuote(context: CheckContext, index: number, leg: StruckLeg, fixture: Fixture | undefined): void {
  const { meta, place, findings, subject, state } = context
  const version = state.fixtures.versionOf(leg.fixture)
  if (fixture === undefined || leg.fixtureVersion > version) {
    const known = fixture ? `fixture-${fixture.id} up to @${version}` : 'a fixture in the log'
    findings.at(place, 'quote_unknown', known, `leg ${index}: fixture-${leg.fixture}@${leg.fixtureVersion}`, subject)
    return
  }
  const wrong = (what: string, expected: unknown, actual: unknown) =>
    findings.at(place, 'quote_mismatch', `leg ${index}: ${what} ${expected}`, String(actual), subject)
  if (leg.league !== fixture.league) wrong('league', fixture.league, leg.league)
  const start = startAt(fixture, leg.fixtureVersion)
  if (leg.startsAt !== start) wrong('start', start, leg.startsAt)
  const market = knownMarket(leg.market)
  if (market === null || isOnALine(market) !== (leg.point !== undefined)) {
    wrong('market', 'one that can be settled', `${leg.market} ${leg.point ?? ''}`)
  } else if (!isOffered(leg, market)) wrong('selection', `of ${leg.market}`, leg.selection)
  else if (!mayBeNamed(leg, fixture)) wrong('name', `of ${leg.selection}`, leg.selectionName)
  if (leg.price !== undefined) checkHousePrice(context, leg, fixture, wrong)
  if (leg.fetchedAt > meta.at) findings.at(place, 'quote_time', `at most ${meta.at}`, leg.fetchedAt, subject)
}

/** Milliseconds of business time: a price that the provider gave longer ago was not taken. */
const GOOD_FOR_MS = { inPlay: 2 * 60_000, beforeStart: 15 * 60_000 } as const
/** The product's business time is system time if the two are no further apart; a simulated one runs ahead. */
const REAL_TIME_MS = 10 * 60_000

/**
 * A price is as old as the provider says: that is sealed with it, and nothing in the log says that a later answer
 * confirmed it. Where business time runs faster, a price grows old while a bet on it is decided.
 */
export function checkAge({ meta, place, findings, subject }: CheckContext, index: number, leg: StruckLeg): void {
  const { inPlay, price, quotedAt, fetchedAt } = leg
  if (price !== undefined) return
  const at = msOf(meta.at)
  if (Math.abs(msOf(meta.recordedAt) - at) > REAL_TIME_MS) return
  const since = quotedAt < fetchedAt ? quotedAt : fetchedAt
  const goodFor = inPlay ? GOOD_FOR_MS.inPlay : GOOD_FOR_MS.beforeStart
  if (at - Date.parse(since) <= goodFor + DECIDED_WITHIN_MS) return
  const expected = `leg ${index}: a price of ${new Date(at - goodFor).toISOString()} or later`
  findings.at(place, 'quote_time', expected, since, subject)
}

const isOffered = ({ selection, drawOffered }: StruckLeg, market: KnownMarket): boolean =>
  hasOutcome(market, selection) && (market.name !== 'h2h' || selection !== 'draw' || drawOffered === true)

const NAMES: Readonly<Record<string, string>> = { draw: 'Draw', yes: 'Yes', no: 'No', over: 'Over', under: 'Under' }

/**
 * Whether the name is made of the fixture's own team names. These are always right, even of a team named like a draw or
 * like the other's total.
 */
function isNamedByItsGame({ selection, selectionName, point }: StruckLeg, { home, away }: Fixture): boolean {
  const parts = selection.split('-').map((one) => (one === 'home' ? home : one === 'away' ? away : NAMES[one]))
  const lines = point === undefined ? [''] : [` ${point}`, ` +${point}`]
  return [' ', ' or '].some((between) => lines.some((line) => selectionName === `${parts.join(between)}${line}`))
}

/** The provider may spell a team differently than when the game was listed, but never as the other team. */
function mayBeNamed(leg: StruckLeg, fixture: Fixture): boolean {
  if (isNamedByItsGame(leg, fixture)) return true
  const { selection, selectionName, point } = leg
  const { home, away } = fixture
  const line = point === undefined ? '' : ` ${point.replace('-', '')}`
  const named = selectionName.replace(/ [+-](?=[\d.]+$)/, ' ')
  if (!named.endsWith(line)) return false
  const parts = named.slice(0, named.length - line.length).split(' or ')
  return selection.split('-').every((one, index) => {
    const name = parts[index] ?? ''
    if (one === 'home' || one === 'away') {
      const other = one === 'home' ? away : home
      return name !== 'Draw' && !isOf(name, other, one === 'home' ? home : away)
    }
    return name === NAMES[one] || parts.at(-1)!.endsWith(` ${NAMES[one]}`)
  })
}

/** Whether a name is that of the other team or of its total, however it is written unless that is how they differ. */
function isOf(name: string, other: string, own: string): boolean {
  if (own === other) return false
  const same = lettersOf(own) === lettersOf(other) ? (text: string) => text : lettersOf
  return ['', ' Over', ' Under'].some((total) => same(name) === same(other + total))
}

const lettersOf = (name: string): string => normalised(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
