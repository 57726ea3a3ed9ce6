// Checks what the house offers: which leagues are blacklisted, and the games of the day.
import { type CheckContext, type EventCheck, justBefore } from '../replay/event-check.ts'

/** The id of the only offer in a log. */
const OFFER = '0ffe0000000000000000000000000001'

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

/**
 * Reports bets on blacklisted leagues. A bet that was under way when its league was blacklisted may be recorded just
 * after that.
 */
export function checkOffered({ data, meta, place, findings, state, subject }: EventCheck<'BetPlaced'>): void {
  const { blacklisted } = state.offer
  if (blacklisted.size === 0) return
  for (const { league } of data.legs) {
    const hidden = blacklisted.get(league)
    if (hidden === undefined || hidden.recordedAt >= justBefore(meta.recordedAt)) continue
    findings.at(place, 'bet_on_hidden', `no bet: hidden at ${hidden.at}`, league, subject)
  }
}

const repeated = ({ place, findings }: CheckContext, expected: string, actual: string) =>
  findings.at(place, 'offer_repeated', expected, actual)

function checkStream({ place, stream, subject, findings }: CheckContext): void {
  if (subject !== OFFER) findings.at(place, 'wrong_stream', `offer-${OFFER}`, stream.name)
}
