// Matches an event of the provider with its fixture: whether it is believed, and which side is which. For prices,
// scores and starts alike.
import { DAY } from '#services/platform/clock/durations.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { sameName } from '../quotes/names.ts'
import { sidesKey } from './same-game.ts'

export type Teams = { readonly home: string; readonly away: string }
type Sides = Teams & { readonly id: string }

/** An event that is believed to be about a fixture. */
export type Believed<Event extends FeedEvent, Fixture extends Sides = Sides> = {
  /** The provider's id. */
  readonly id: string
  readonly fixture: Fixture
  /**
   * Turned to match the fixture: `home_team` is the provider's name for the fixture's home team, wherever it listed
   * that.
   */
  readonly event: Event
  /** As it was received; the evidence. */
  readonly sent: Event
}

export type Belief = {
  /**
   * The events of a reply that can be meant: with a possible start, and with the same teams wherever an id occurs
   * twice.
   */
  possible<Event extends FeedEvent>(events: readonly Event[], at: Date): Event[]
  /** Those that are about the fixtures of their ids. Events without a fixture are left out. */
  ofFixtures<Event extends FeedEvent, Fixture extends Sides>(
    events: readonly Event[],
    fixtureOf: (providerId: string) => Fixture | undefined,
  ): Believed<Event, Fixture>[]
}

/** Scores go back three days, and seasons are published months ahead. */
const POSSIBLE_PAST_MS = 10 * DAY
const POSSIBLE_AHEAD_MS = 730 * DAY
/** How many problems are remembered as logged. */
const MOST_SAID = 1_000

/** Each event that is not believed is logged once. */
export function createBelief(log: (problem: string) => void): Belief {
  const said = new Set<string>()
  function say(problem: string): void {
    if (said.has(problem)) return
    if (said.size >= MOST_SAID) said.clear()
    said.add(problem)
    log(problem)
  }

  return {
    possible(events, at) {
      const sides = Map.groupBy(events, ({ id }) => id)
      return events.filter((event) => {
        const ahead = Date.parse(event.commence_time) - at.getTime()
        if (ahead < -POSSIBLE_PAST_MS || ahead > POSSIBLE_AHEAD_MS) {
          say(`not believed: event ${event.id} has an impossible start`)
          return false
        }
        const isOne = new Set(sides.get(event.id)!.map((each) => sidesKey(teamsOf(each)))).size === 1
        if (!isOne) say(`not believed: event ${event.id} stands in one answer with different teams`)
        return isOne
      })
    },

    ofFixtures(events, fixtureOf) {
      return events.flatMap((sent) => {
        const fixture = fixtureOf(sent.id)
        if (fixture === undefined) return []
        const event = turnedTo(fixture, sent)
        if (event !== null) return [{ id: sent.id, fixture, event, sent }]
        say(`not believed: event ${sent.id} has other teams than fixture ${fixture.id}`)
        return []
      })
    },
  }
}

const teamsOf = ({ home_team: home, away_team: away }: FeedEvent): Teams => ({ home, away })

/**
 * The event with its sides as the fixture has them, according to the team that both have: the other one may have been
 * renamed. Null if they have no team in common.
 */
function turnedTo<Event extends FeedEvent>(fixture: Teams, event: Event): Event | null {
  const { home, away } = teamsOf(event)
  if (sameName(home, away)) return null
  if (sameName(home, fixture.home) || sameName(away, fixture.away)) return event
  if (sameName(home, fixture.away) || sameName(away, fixture.home))
    return { ...event, home_team: away, away_team: home }
  return null
}
