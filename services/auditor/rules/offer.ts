// What the house offers: which leagues it hides, and its games of the day.
import type { StruckLeg } from '../events/payloads.ts'
import type { CheckContext, EventCheck } from '../replay/event-check.ts'

/** There is one offer in a log. */
const OFFER = '0ffe0000000000000000000000000001'
/** System time: as long as what is hidden may take to reach all who price bets, while read models are behind. */
const HIDDEN_WITHIN_MS = 600_000

export function hideLeague(event: EventCheck<'LeagueBlacklisted'>): void {
  const { data, meta, state } = event
  checkStream(event)
  if (state.offer.blacklisted.has(data.league)) repeated(event, 'a league that is offered', data.league)
  state.offer.blacklisted.set(data.league, { at: meta.at, recordedAt: meta.recordedAt })
}

export function showLeague(event: EventCheck<'LeagueUnblacklisted'>): void {
  const { data, state } = event
  checkStream(event)
  if (!state.offer.blacklisted.delete(data.league)) repeated(event, 'a league that is blacklisted', data.league)
}

export function saveGames(event: EventCheck<'GamesOfTheDaySaved'>): void {
  const { data, meta, place, state, findings } = event
  checkStream(event)
  for (const fixture of data.fixtures) {
    if (!state.fixtures.has(fixture)) findings.at(place, 'fixture_unknown', 'a fixture that was listed', fixture)
  }
  if (new Set(data.fixtures).size < data.fixtures.length) repeated(event, 'each game once', data.fixtures.join(' '))
  state.offer.gamesOfTheDay = { fixtures: data.fixtures, at: meta.at }
}

/** The leg of a bet is not one of a league that was hidden long before. */
export function checkOffered({ meta, place, state, findings, subject }: CheckContext, { league }: StruckLeg): void {
  const hidden = state.offer.blacklisted.get(league)
  if (hidden === undefined || Date.parse(meta.recordedAt) - Date.parse(hidden.recordedAt) <= HIDDEN_WITHIN_MS) return
  findings.at(place, 'bet_on_blacklisted', `no bet: blacklisted at ${hidden.at}`, league, subject)
}

const repeated = ({ place, findings }: CheckContext, expected: string, actual: string) =>
  findings.at(place, 'offer_repeated', expected, actual)

function checkStream({ place, stream, subject, findings }: CheckContext): void {
  if (subject !== OFFER) findings.at(place, 'wrong_stream', `offer-${OFFER}`, stream.name)
}
