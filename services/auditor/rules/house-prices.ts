// Checks prices of the house: which fixtures may have one, and whether a leg was struck at the price in force.
import type { StruckLeg } from '../events/payloads.ts'
import type { Fixture, HousePrice } from '../replay/entities.ts'
import type { CheckContext, EventCheck } from '../replay/event-check.ts'
import { fixtureOf, startAt } from './fixtures.ts'

/** System time: a bet that was decided on a price may be recorded this long after the price was replaced. */
const STRUCK_WITHIN_MS = 60_000
/** Hundredths of odds. At 1.01 and below, a price is a placeholder. */
const LOWEST_HUNDREDTHS = 102

export function setHousePrice(event: EventCheck<'HousePriceSet'>): void {
  const { data, meta, place } = event
  const fixture = priced(event)
  if (fixture === null) return
  const { home, draw, away } = data
  if (fixture.voids.some(({ market = 'h2h' }) => market === 'h2h')) wrong(event, 'a market that is not void', 'h2h')
  const before = fixture.prices.at(-1)?.odds
  if (before?.home === home && before.draw === draw && before.away === away) wrong(event, 'another price', home)
  for (const odds of [home, draw ?? home, away]) {
    if (Number(odds.replace('.', '')) < LOWEST_HUNDREDTHS) wrong(event, 'odds above 1.01', odds)
  }
  fixture.prices.push({ version: place.version, odds: data, at: meta.at, recordedAt: meta.recordedAt })
}

export function withdrawHousePrice(event: EventCheck<'HousePriceWithdrawn'>): void {
  const { meta, place } = event
  const fixture = priced(event)
  if (fixture === null) return
  if ((fixture.prices.at(-1)?.odds ?? null) === null) wrong(event, 'a price in force', 'none')
  fixture.prices.push({ version: place.version, odds: null, at: meta.at, recordedAt: meta.recordedAt })
}

const wrong = ({ place, findings, subject }: CheckContext, expected: string, actual: string) =>
  findings.at(place, 'house_price_wrong', expected, actual, subject)

/** The event's fixture; null if it was not listed. Reports if it may not have a price of the house now. */
function priced(event: CheckContext): Fixture | null {
  const fixture = fixtureOf(event)
  if (fixture === null) return null
  if (fixture.source !== 'house') wrong(event, 'a game of the house', fixture.source)
  if (fixture.endings.length > 0) wrong(event, 'before its end', 'after it')
  const start = startAt(fixture, event.place.version)
  if (event.meta.at >= start) wrong(event, `before the start at ${start}`, event.meta.at)
  return fixture
}

/** The price in force at a version of the fixture's stream. */
const priceAt = ({ prices }: Fixture, version: number): HousePrice | undefined =>
  prices.findLast((price) => price.version <= version)

/** Checks a leg that names a price of the house as its evidence. `mismatch`: called for everything that differs. */
export function checkHousePrice(
  { meta }: CheckContext,
  leg: StruckLeg,
  fixture: Fixture,
  mismatch: (what: string, expected: unknown, actual: unknown) => void,
): void {
  const price = priceAt(fixture, leg.fixtureVersion)
  if (price === undefined || price.odds === null || price.version !== leg.price) {
    mismatch('price of the house', price?.odds ? `@${price.version}` : 'none', `@${leg.price}`)
    return
  }
  const odds = (price.odds as Readonly<Record<string, string | undefined>>)[leg.selection]
  if (leg.market !== 'h2h') mismatch('market', 'h2h', leg.market)
  if (leg.odds !== odds) mismatch('odds', odds ?? 'none', leg.odds)
  if ((leg.drawOffered === true) !== (price.odds.draw !== undefined)) {
    mismatch('draw', price.odds.draw ?? 'not offered', leg.drawOffered === true ? 'offered' : 'not offered')
  }
  if (leg.quotedAt !== price.at || leg.fetchedAt !== price.at) mismatch('time', price.at, leg.fetchedAt)
  if (leg.message !== undefined || leg.seal !== undefined) mismatch('evidence', 'the price alone', 'a message or seal')
  if (leg.inPlay || meta.at >= leg.startsAt) mismatch('time', `before the start at ${leg.startsAt}`, meta.at)
  const next = fixture.prices.find(({ version }) => version > price.version)
  if (next !== undefined && Date.parse(meta.recordedAt) - Date.parse(next.recordedAt) > STRUCK_WITHIN_MS) {
    mismatch('price of the house', `@${next.version} since ${next.recordedAt}`, `@${price.version}`)
  }
}
