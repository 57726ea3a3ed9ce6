import { beforeEach, expect, it } from 'vitest'
import { HOUR } from '#services/platform/clock/durations.ts'
import { createStage } from '../testing/stage.ts'
import { createFeedCommands, type FeedCommands } from './feed-commands.ts'
import { createFixtureRegistry, type FixtureRegistry } from './fixture-registry.ts'

const stage = createStage()
let registry: FixtureRegistry
let commands: FeedCommands
beforeEach(() => {
  registry = createFixtureRegistry(stage.queries)
  commands = createFeedCommands(stage.model, registry, (problem) => stage.problems.push(problem))
})

const now = () => stage.clock.businessNow()
const listed = async (id: string) => (await commands.list(stage.game(id, -HOUR), now()))!

it('a fixture is known by each id that was linked to it, the newest last', async () => {
  const fixture = await listed('a1')
  const [first, second] = [stage.game('a1', -HOUR), stage.game('b2', -HOUR)]
  expect(await commands.link(second, fixture.id, now())).toBe(fixture)
  expect(fixture.providerIds).toEqual([first.id, second.id])
  expect(await commands.link(first, fixture.id, now())).toBe(fixture)
  expect(fixture.providerIds).toEqual([second.id, first.id])
  expect([first, second].map(({ id }) => registry.byProviderId(id))).toEqual([fixture, fixture])
})

it('a result that is refused leaves the fixture as it was', async () => {
  const fixture = await listed('a1')
  expect(await commands.abandon(fixture.id, now())).toBe(true)
  const read = { readAt: now().toISOString(), message: '0'.repeat(64) }
  const result = { home: 1, away: 0, regulation: null, reads: [read, read], changedAt: now(), closedAt: read.readAt }
  expect(await commands.conclude(fixture, result, now())).toBeNull()
  expect([fixture.result, fixture.closedAt]).toEqual([null, null])
})
