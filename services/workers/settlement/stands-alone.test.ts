// No read model that screens show can hold up a settlement: these fail or lose their rows one after another, and bets
// still settle.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Projection, ProjectionName } from '#projections/projection.ts'
import { projections } from '#projections/registry.ts'
import { type Projector, startProjector } from '#projections/runner/projector.ts'
import { createSettlingHouse, type SettlingHouse } from './testing/settling-house.ts'

let house: SettlingHouse
let projector: Projector | null = null
beforeAll(async () => {
  house = await createSettlingHouse()
})
afterAll(async () => {
  await projector?.stop()
  await house.close()
})

async function project(using: readonly Projection[] = projections): Promise<void> {
  await projector?.stop()
  projector = startProjector({ store: house.store, url: house.url, standbyMs: 20, projections: using })
}

/** From here on, this read model folds nothing. */
const broken = (name: ProjectionName) =>
  projections.map((one) => (one.name === name ? { ...one, fold: () => brokenFold(one) } : one))
const brokenFold = (one: Projection) => ({
  ...{ size: 0, writes: () => [] },
  add() {
    throw new Error(`${one.name} is broken`)
  },
})

/** One after the other: locking several at once would deadlock with the projector. */
async function eachTable(tables: readonly string[], statement: (table: string) => string): Promise<void> {
  for (const table of tables) await house.pool.query(statement(table))
}

/** Checks that open bets of a game that ends are settled. `meanwhile` runs once they are placed. */
async function gameSettles(meanwhile: () => Promise<void>): Promise<void> {
  const game = await house.listed()
  const bets = [await house.placed(game), await house.placed(game)]
  await house.indexed(game, bets.length)
  await meanwhile()
  await house.ended(game, 2, 1)
  await vi.waitFor(
    async () => {
      await house.sweep()
      for (const bet of bets) expect(await house.outcomeOf(bet)).toBe('won')
    },
    { timeout: 60_000, interval: 50 },
  )
}

const OTHERS = projections.filter(({ name }) => name !== 'settlement')

describe('bets settle', () => {
  test.each(OTHERS.map(({ name }) => name))('while %s cannot be folded', async (name) => {
    await project()
    await gameSettles(() => project(broken(name)))
    const { rows } = await house.pool.query<{ failed: string | null }>(
      'select failed from app.projection_checkpoint where projection = $1',
      [name],
    )
    expect(rows[0]?.failed).toContain(`${name} is broken`)
  })

  test.each(projections.map(({ name, tables }) => [name, tables.map((table) => table.name)] as const))(
    'after the rows of %s were deleted',
    async (_name, tables) => {
      await project()
      await gameSettles(async () => {
        await eachTable(tables, (table) => `truncate app.${table}`)
      })
    },
  )

  test('after the tables of settlement were dropped', async () => {
    await project()
    await gameSettles(async () => {
      await eachTable(['open_leg', 'settlement', 'decided_fixture'], (table) => `drop table app.${table}`)
    })
  })
})
