// Where an event of the provider meets its fixture: whether it is believed, and which of its sides is whose. For prices,
// scores and starts alike.
import { DAY } from '#services/platform/clock/durations.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { sameName } from '../quotes/names.ts'
import { sidesKey } from './same-game.ts'

export type Teams = { readonly home: string; readonly away: string }
type Sides = Teams & { readonly id: string }

/** An event that is believed to be of a fixture. */
export type Believed<Event extends FeedEvent, Fixture extends Sides = Sides> = {
  /** The provider's. */
  readonly id: string
  readonly fixture: Fixture
  /** Turned to the fixture: `home_team` is what the provider calls the fixture's home, wherever it listed it. */
  readonly event: Event
  /** As it came: the evidence. */
  readonly sent: Event
}

export type Belief = {
  /** The events of an answer that can be meant: at a possible start, and of the same teams wherever an id stands twice. */
  possible<Event extends FeedEvent>(events: readonly Event[], at: Date): Event[]
  /** Those that are of the fixtures of their ids; events without a fixture are left out. */
  ofFixtures<Event extends FeedEvent, Fixture extends Sides>(
    events: readonly Event[],
    fixtureOf: (providerId: string) => Fixture | undefined,
  ): Believed<Event, Fixture>[]
}

/** Scores go back three days, seasons are published months ahead. */
const POSSIBLE_PAST_MS = 10 * DAY
const POSSIBLE_AHEAD_MS = 730 * DAY
/** So many problems are remembered as said. */
const MOST_SAID = 1_000

/** What is not believed is said once. */
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
 * The event with its sides as the fixture has them, by the team that both have: the other may have been renamed. Null if they
 * have none in common.
 */
function turnedTo<Event extends FeedEvent>(fixture: Teams, event: Event): Event | null {
  const { home, away } = teamsOf(event)
  if (sameName(home, away)) return null
  if (sameName(home, fixture.home) || sameName(away, fixture.away)) return event
  if (sameName(home, fixture.away) || sameName(away, fixture.home))
    return { ...event, home_team: away, away_team: home }
  return null
}
