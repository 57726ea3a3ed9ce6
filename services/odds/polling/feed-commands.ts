// The feed's commands on fixtures. Ids are derived from their content, so that a repeat has the same id.
import type { Refusal } from '#domain/decision.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { Score } from '#domain/fixture/fixture-values.ts'
import { feedMeta } from '../feed-meta.ts'
import type { FixtureCommands } from '../port.ts'
import type { FeedEvent } from '../provider/wire.ts'
import type { ConfirmedResult } from '../results/results.ts'
import { type FixtureRegistry, fixtureIdOf, type KnownFixture } from './fixture-registry.ts'

export type FeedCommands = {
  /** Lists a game and returns its fixture, even if another process listed it. Null if it was refused. */
  list(event: FeedEvent, now: Date): Promise<KnownFixture | null>
  /**
   * Links an id to a fixture that the provider lists anew: 'closed' if the fixture is decided, null if it is not known
   * here yet.
   */
  link(event: FeedEvent, fixture: string, now: Date): Promise<KnownFixture | 'closed' | null>
  /** True if the start changed. */
  move(fixture: KnownFixture, startsAt: Date, now: Date): Promise<boolean>
  /**
   * Records the result, with the score after regulation time if it is known, or corrects the recorded one. Null if the
   * fixture already had it, or an admin has decided otherwise.
   */
  conclude(
    fixture: KnownFixture,
    result: ConfirmedResult & { readonly regulation: Score | null; readonly changedAt: Date },
    now: Date,
  ): Promise<'recorded' | 'corrected' | null>
  abandon(fixture: string, now: Date): Promise<boolean>
}

export function createFeedCommands(
  fixtures: FixtureCommands,
  registry: FixtureRegistry,
  log: (problem: string) => void,
): FeedCommands {
  async function execute(fixture: string, key: string, command: FixtureCommand, now: Date) {
    const outcome = await fixtures.execute(fixture, command, feedMeta(key, command, now.toISOString()))
    if (!outcome.accepted && !isExpected(outcome.refusal)) {
      log(`${command.type} refused on fixture ${fixture}: ${outcome.refusal.code}`)
    }
    return outcome
  }

  return {
    async list(event, now) {
      const { id: providerId, sport_key: league, home_team: home, away_team: away } = event
      const id = fixtureIdOf(providerId)
      const startsAt = new Date(event.commence_time)
      const listing = { source: 'feed', providerId, league, home, away, startsAt: startsAt.toISOString() } as const
      const outcome = await execute(id, `list ${id} ${listing.startsAt}`, { type: 'ListFixture', ...listing }, now)
      if (!outcome.accepted) return null
      const open = { closedAt: null, abandoned: false, result: null }
      const fixture: KnownFixture = { id, providerIds: [providerId], league, home, away, startsAt, ...open }
      registry.add(fixture)
      return fixture
    },

    async link({ id: providerId, sport_key: league }, fixture, now) {
      const key = `link ${fixture} ${providerId}`
      const outcome = await execute(fixture, key, { type: 'LinkProviderId', providerId }, now)
      if (!outcome.accepted) return outcome.refusal.code === 'fixture_closed' ? 'closed' : null
      return registry.link(league, fixture, providerId)
    },

    async move(fixture, startsAt, now) {
      const to = startsAt.toISOString()
      const key = `move ${fixture.id} ${to} ${now.toISOString()}`
      const outcome = await execute(fixture.id, key, { type: 'MoveFixture', startsAt: to }, now)
      if (!outcome.accepted) return false
      fixture.startsAt = startsAt
      return outcome.events.length > 0
    },

    async conclude(fixture, result, now) {
      const type = fixture.result === null ? 'RecordResult' : 'CorrectResult'
      const { home, away, regulation, reads, closedAt } = result
      const key = `${type} ${fixture.id} ${home}-${away} ${reads.map(({ readAt }) => readAt).join(' ')}`
      const known = regulation === null ? {} : { regulation }
      const changedAt = result.changedAt.toISOString()
      const command = { type, score: { home, away }, ...known, source: 'feed', reads, closedAt, changedAt } as const
      const outcome = await execute(fixture.id, key, command, now)
      if (!outcome.accepted) return null
      fixture.result = { home, away }
      fixture.closedAt ??= new Date(closedAt)
      if (outcome.events.length === 0) return null
      return type === 'RecordResult' ? 'recorded' : 'corrected'
    },

    async abandon(fixture, now) {
      const closedAt = now.toISOString()
      const command = { type: 'AbandonFixture', why: 'not-completed', closedAt } as const
      const outcome = await execute(fixture, `abandon ${fixture} ${closedAt}`, command, now)
      return outcome.accepted && outcome.events.length > 0
    },
  }
}

/** Another worker, or an admin, was first. */
const isExpected = ({ code }: Refusal): boolean => code === 'fixture_exists' || code === 'fixture_closed'
