// Read models that are built beside those that continue.
import { describe, expect, it } from 'vitest'
import type { RawEvent } from '../event.ts'
import type { Projection, ProjectionName } from '../projection.ts'
import { projections } from '../registry.ts'
import { newClient, newDatabase, newLog, newProjector, progress, until, untilFolded } from '../testing/environment.ts'
import { modelsOfRebuild } from '../testing/rebuilt.ts'
import { randomScenario } from '../testing/scenario.ts'
import { LogWriter, readModels } from '../testing/write-log.ts'

const SCENARIO = randomScenario(41, 160)

/** As a release that folds these differently. */
const released = (...names: ProjectionName[]): readonly Projection[] =>
  projections.map((one) => (names.includes(one.name) ? { ...one, revision: one.revision + 1 } : one))

/** A log that the previous release folded, and a rebuild that waits after its first page. */
async function beforeRelease() {
  const { url } = await newDatabase()
  const store = await newLog(url)
  const writer = new LogWriter(store)
  for (const step of SCENARIO.slice(0, 80)) await writer.write(step)
  const old = newProjector({ store, url })
  await untilFolded(url, writer.events)
  await old.stop()
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  async function* readLog(): AsyncGenerator<readonly RawEvent[]> {
    for await (const page of store.readAll(null, 20)) {
      yield page
      begun.resolve()
      await go.promise
    }
  }
  const client = await newClient(url)
  const writeRest = async () => {
    for (const step of SCENARIO.slice(80)) await writer.write(step)
  }
  return { url, store, writer, writeRest, client, readLog, begun: begun.promise, go: () => go.resolve() }
}

describe('a release that changes a fold', () => {
  it('builds that read model while the others continue, then it joins them', async () => {
    const { url, store, writer, writeRest, client, readLog, begun, go } = await beforeRelease()
    const at = writer.events
    const projector = newProjector({ store, url, projections: released('bets', 'audit'), readLog })
    await begun
    expect(projector.leading).toBe(true)
    await writeRest()
    await until(async () => {
      const { bets, audit, ...others } = await progress(client)
      expect([bets, audit]).toEqual(Array(2).fill({ number: at, failed: null }))
      for (const other of Object.values(others)) expect(other).toEqual({ number: writer.events, failed: null })
    })
    go()
    await untilFolded(url, writer.events)
    await until(() => expect(projector.lines.at(-1)).toMatch(/^projector: bets, audit built from/))
    expect(withoutDefinitions(await readModels(url))).toEqual(withoutDefinitions(await modelsOfRebuild(store)))
  })

  it('builds what bets are settled by first', async () => {
    const { url, store, writer, readLog, go } = await beforeRelease()
    go()
    const projector = newProjector({ store, url, projections: released('audit', 'settlement'), readLog })
    await until(() => expect(projector.lines).toHaveLength(4))
    await untilFolded(url, writer.events)
    expect(projector.lines.filter((line) => line.includes('building'))).toEqual([
      'projector: building settlement from the log',
      'projector: building audit from the log',
    ])
  })

  it('starts again if its connections are cut in the middle', async () => {
    const { url, store, writer, writeRest, client, readLog, begun, go } = await beforeRelease()
    const projector = newProjector({ store, url, projections: released('bets'), readLog })
    await begun
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'fairbook rebuild'`)
    await writeRest()
    go()
    await untilFolded(url, writer.events)
    expect(projector.lines.some((line) => /^projector: bets not built: .*; retrying$/.test(line))).toBe(true)
    expect(withoutDefinitions(await readModels(url))).toEqual(withoutDefinitions(await modelsOfRebuild(store)))
  })

  it('is built by the next leader if the first one dies in the middle', async () => {
    const { url, store, writer, writeRest, client, readLog, begun, go } = await beforeRelease()
    const first = newProjector({ store, url, projections: released('house'), readLog })
    await begun
    const second = newProjector({ store, url, projections: released('house') })
    expect(second.leading).toBe(false)
    // as after a kill: every connection of the first is gone
    await client.query(`select pg_terminate_backend(a.pid) from pg_stat_activity a
      where datname = current_database() and (application_name = 'fairbook rebuild'
        or a.pid in (select pid from pg_locks where locktype = 'advisory' and granted))`)
    await writeRest()
    go()
    await untilFolded(url, writer.events)
    expect([first, second].filter((one) => one.leading)).toHaveLength(1)
    expect(withoutDefinitions(await readModels(url))).toEqual(withoutDefinitions(await modelsOfRebuild(store)))
    const { rows } = await client.query(`select 1 from pg_namespace where starts_with(nspname, 'app_next')`)
    expect(rows).toEqual([])
  })

  it('waits for a rebuild by hand, and takes over its rows', async () => {
    const { url, store, writer, client } = await beforeRelease()
    await client.query(`select pg_advisory_lock(hashtextextended('fairbook.rebuild', 0))`)
    const projector = newProjector({ store, url, projections: released('transfers') })
    await until(() => expect(projector.lines.at(-1)).toMatch(/another rebuild is running; retrying$/))
    expect(projector.leading).toBe(true)
    await client.query(`select pg_advisory_unlock_all()`)
    await until(() => expect(projector.lines.at(-1)).toMatch(/^projector: transfers built from/))
    await untilFolded(url, writer.events)
  })

  it('leaves the others alone if it cannot fold an event', async () => {
    const { url, store, writer, writeRest, client } = await beforeRelease()
    const changed = released('statistics', 'audit').map((one) =>
      one.name === 'statistics' ? { ...one, fold: failing } : one,
    )
    newProjector({ store, url, projections: changed })
    await writeRest()
    await until(async () => {
      const { statistics, ...others } = await progress(client)
      expect(statistics?.failed).toMatch(/^not rebuilt: projection statistics: event \d+ .*: not this one$/)
      for (const other of Object.values(others)) expect(other).toEqual({ number: writer.events, failed: null })
    })
  })
})

const failing = () => ({
  add() {
    throw new Error('not this one')
  },
  size: 0,
  writes: () => [],
})

describe('a read model that bets are settled by', () => {
  it.each([
    ['settlement', 'lost its open legs', 'delete from app.open_leg'],
    ['settlement', 'lost one row', 'delete from app.open_leg where ctid = (select min(ctid) from app.open_leg)'],
    ['settlement', 'lost its results', 'truncate app.decided_fixture'],
    ['settlement', 'was emptied', 'truncate app.settlement, app.open_leg, app.fixture_bets, app.decided_fixture'],
    ['settlement', 'was dropped', 'drop table app.open_leg'],
    ['fixtures', 'was emptied', 'truncate app.fixture, app.provider_fixture'],
    ['evidence', 'was emptied', 'truncate app.evidence'],
  ] as const)('%s, that %s, is built anew by itself', async (name, _how, change) => {
    const { url, store, writer, writeRest, client } = await beforeRelease()
    await client.query(change)
    const projector = newProjector({ store, url })
    await writeRest()
    await until(() => expect(projector.lines).toContainEqual(expect.stringMatching(`^projector: ${name} built from`)))
    await untilFolded(url, writer.events)
    expect(projector.lines).toContain(`projection ${name}: rows are gone, it is built anew`)
    expect(withoutDefinitions(await readModels(url))).toEqual(withoutDefinitions(await modelsOfRebuild(store)))
  })
})

const withoutDefinitions = ({
  projection_checkpoint: checkpoints,
  ...rows
}: Awaited<ReturnType<typeof readModels>>) => ({
  ...rows,
  checkpoints: checkpoints!
    .map((one) => ({ ...(one as { projection: string }), definition: null }))
    .sort((a, b) => (a.projection < b.projection ? -1 : 1)),
})
