// Checks the seals of a bet's legs: every price of the provider had been published before the bet.
import { hash } from 'node:crypto'
import type { Seal, StruckLeg } from '../events/payloads.ts'
import type { CheckContext } from '../replay/event-check.ts'
import { rootOfPath } from './merkle-path.ts'
import { daysBefore, type PublishedQuotes } from './published-quotes.ts'
import type { Fault } from './seals-told.ts'

/**
 * A price keeps its seal on the day it was published and the next, and may be bet on for minutes after it was last
 * fetched.
 */
const SEAL_DAYS_MAX = 2

export function checkSeal(
  { meta, place, findings, subject, state }: CheckContext,
  index: number,
  leg: StruckLeg,
): void {
  if (!isOfProvider(leg)) return
  const { sealsTold, published } = state
  const fault = sealsTold === null ? sealFault(leg, meta.at, published) : sealsTold.faultOf(place.number, index)
  if (fault !== null) findings.at(place, 'quote_unpublished', `leg ${index}: ${fault[0]}`, fault[1], subject)
}

/** Prices of the house need no seal: an event saved them. */
export const isOfProvider = ({ price }: StruckLeg): boolean => price === undefined

/** What is wrong with a leg's seal; null if it proves that the quote had been published. */
export function sealFault(leg: StruckLeg, betAt: string, published: PublishedQuotes): Fault | null {
  const { seal, league, message } = leg
  if (seal === undefined || message === undefined) return ['a message and a seal', seal ? 'no message' : 'no seal']
  const named = `feed-${seal.feed}@${seal.version}`
  const feed = published.feed(seal.feed)
  const batch = feed?.get(seal.version) ?? null
  if (feed === undefined || batch === null) return ['quotes published before the bet', named]
  if (feed.league !== league) return [`published in ${league}`, `${named} of ${feed.league}`]
  const betDay = betAt.slice(0, 10)
  if (feed.day !== betDay && (feed.day > betDay || feed.day < daysBefore(betDay, SEAL_DAYS_MAX))) {
    return [`published on ${betDay} or shortly before`, `${named} of ${feed.day}`]
  }
  if (seal.size !== batch.size) return [`one of ${batch.size}`, `one of ${seal.size} in ${named}`]
  return isProved(leafText(leg), seal, batch.root, published) ? null : [`root ${batch.root}`, `another one by ${named}`]
}

function isProved(leaf: string, { feed, version, index, size, path }: Seal, root: string, { proved }: PublishedQuotes) {
  const key = `${feed}@${version}#${index}`
  const proof = hash('sha256', `${path} ${leaf}`, 'binary')
  if (proved.get(key) === proof) return true
  if (rootOfPath(leaf, index, size, path) !== root) return false
  proved.set(key, proof)
  return true
}

/** The part of a leg that is published of its quote. */
type Leaf = Omit<
  StruckLeg,
  'fixtureVersion' | 'league' | 'startsAt' | 'inPlay' | 'seen' | 'fetchedAt' | 'seal' | 'price'
>

/** The leaf's canonical JSON, which has members in the order of their names. */
export const leafText = (leg: Leaf): string =>
  JSON.stringify({
    bookmaker: leg.bookmaker,
    drawOffered: leg.drawOffered,
    fixture: leg.fixture,
    market: leg.market,
    message: leg.message,
    odds: leg.odds,
    point: leg.point,
    quotedAt: leg.quotedAt,
    selection: leg.selection,
    selectionName: leg.selectionName,
  })
