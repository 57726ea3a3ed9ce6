import { expect, it } from 'vitest'
import { type LedgerEvent, readEvent } from '../event.ts'
import type { Projection } from '../projection.ts'
import { projections } from '../registry.ts'
import { newClient, newDatabase, newLog, progress } from '../testing/environment.ts'
import { randomScenario } from '../testing/scenario.ts'
import { writeLog } from '../testing/write-log.ts'
import type { Write } from '../write.ts'
import { applyBatch } from './apply-batch.ts'
import { BEGINNING, createCheckpoints } from './checkpoint.ts'

type Spoil = (projection: Projection) => Projection

/** Makes a fold that throws. */
const throwing: Spoil = (projection) => ({
  ...projection,
  fold() {
    const fold = projection.fold()
    const add = (event: LedgerEvent) => {
      if (event.number === 12) throw new Error('not this one')
      fold.add(event)
    }
    return { add, size: 0, writes: () => fold.writes() }
  },
})

/** Makes a write that the database refuses. */
const refused: Spoil = (projection) => ({
  ...projection,
  fold() {
    const fold = projection.fold()
    const bad: Write[] = []
    const add = (event: LedgerEvent) => {
      if (event.number === 12) bad.push({ name: 'refused', text: 'select 1 / ($1 - $1)::int', values: [1] })
      fold.add(event)
    }
    return { add, size: 0, writes: () => [...fold.writes(), ...bad] }
  },
})

// read models that read rows, such as the book, come before the audit trail: none of them is blamed
it.each([
  ['that cannot be folded', throwing],
  ['whose write is refused', refused],
])('a batch takes a read model up to the event %s in one go, and the others to its end', async (_, spoil) => {
  const { url } = await newDatabase()
  const store = await newLog(url)
  const last = await writeLog(store, randomScenario(3, 30))
  const events: LedgerEvent[] = []
  for await (const page of store.readAll(null)) {
    for (const stored of page) events.push(readEvent(stored, events.length))
  }
  const some = projections.map((one) => (one.name === 'audit' ? spoil(one) : one))
  const client = await newClient(url)
  await client.query('set search_path = app')
  await createCheckpoints(client, some, store.logId)
  const failures = await applyBatch(client, store.logId, some, BEGINNING, events)
  expect(failures).toMatchObject([{ at: { number: 11 }, reason: expect.stringContaining('event 12') }])
  const { audit, ...others } = await progress(client)
  expect(audit).toEqual({ number: 11, failed: failures[0]!.reason })
  for (const other of Object.values(others)) expect(other).toEqual({ number: last, failed: null })
  expect((await client.query('select from app.audit')).rowCount).toBe(12)
})
