// Replies of the provider, given to the ingest one after the other as a poller does, at times that a test chooses.

import { createBelief } from '../identity/belief.ts'
import { ingest } from '../identity/ingest.ts'
import { createNewStarts } from '../identity/new-starts.ts'
import { createFeedCommands } from '../polling/feed-commands.ts'
import { createFixtureRegistry, type FixtureRegistry } from '../polling/fixture-registry.ts'
import type { FeedEvent } from '../provider/wire.ts'
import { createFeedStore, type FeedStore } from '../store/feed-store.ts'
import type { Stage } from './stage.ts'

export type Answers = {
  readonly store: FeedStore
  readonly registry: FixtureRegistry
  answer(league: string, events: readonly FeedEvent[], at: Date): Promise<{ listed: number; moved: number }>
  /** Our fixture of each id that the provider ever used. */
  fixturesById(): Promise<Map<string, string>>
}

/** One worker's ingest. Problems that it logs are added to the stage's. */
export function createAnswers(stage: Stage): Answers {
  const store = createFeedStore(stage.pool, stage.feeds)
  const registry = createFixtureRegistry(stage.queries)
  const commands = createFeedCommands(stage.model, registry, (problem) => stage.problems.push(problem))
  const belief = createBelief((problem) => stage.problems.push(problem))
  const newStarts = createNewStarts()
  return {
    store,
    registry,
    async answer(league, events, at) {
      const { listed, moved, failures } = await ingest(
        { registry, store, commands, belief, newStarts },
        { league, events, at },
      )
      for (const failure of failures) throw failure
      return { listed, moved }
    },
    async fixturesById() {
      const { rows } = await stage.pool.query<{ provider_id: string; fixture_id: string }>(
        'select provider_id, fixture_id from app.provider_fixture',
      )
      return new Map(rows.map(({ provider_id, fixture_id }) => [provider_id, fixture_id]))
    },
  }
}
