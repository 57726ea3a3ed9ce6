// Whatever rows come, go and come again: the final ones are no finding, and any other is one.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { Findings } from '../findings/findings.ts'
import { TableLines } from '../postgres/table-lines.ts'
import { Spill } from '../spill/spill.ts'
import { RowsInStep } from './rows-in-step.ts'
import { TableCheck } from './table-check.ts'

const spec = { table: 'row_in_step', columns: ['key', 'result'] }
const database = databaseForTests()
const owner = new pg.Client(database.ownerUrl)
beforeAll(async () => {
  await owner.connect()
  await owner.query('create table app.row_in_step (key text, result integer)')
})
afterAll(() => owner.end())

type Step = { readonly key: string; readonly result: number }

const PRUNED = 'p'
const isPruned = (key: string) => key === PRUNED

/** Each step makes the row of its key, or removes it if it is there with the same result. */
async function findingsOf(steps: readonly Step[], stored: ReadonlyMap<string, number>): Promise<string[]> {
  await owner.query('truncate app.row_in_step')
  for (const row of stored) await owner.query('insert into app.row_in_step values ($1, $2)', row)
  const findings = new Findings()
  const spill = new Spill({ inMemory: 4 })
  const lines = new TableLines(owner, 'select key, result from app.row_in_step')
  const keyOf = (line: string) => line.split('\t')[0]!
  const rows = new RowsInStep({ lines, check: new TableCheck(spec, findings), keyOf, spill, ahead: 2, forgetStep: 1 })
  for (const { step, isRemoval } of replayed(steps)) {
    rows.forget(isPruned)
    const row = { key: step.key, line: `${step.key}\t${step.result}` }
    if (isRemoval) rows.retract(row)
    else await rows.expect([{ ...row, about: step.key }])
  }
  await rows.finish(isPruned)
  spill.close()
  return findings.items.map(({ code }) => code)
}

function* replayed(steps: readonly Step[]): Generator<{ step: Step; isRemoval: boolean }> {
  const rows = new Map<string, number>()
  for (const { key, result } of steps) {
    const standing = rows.get(key)
    // a row that is old enough to be pruned does not change
    if (standing !== undefined && isPruned(key)) continue
    if (standing !== undefined) yield { step: { key, result: standing }, isRemoval: true }
    rows.delete(key)
    if (standing === result) continue
    rows.set(key, result)
    yield { step: { key, result }, isRemoval: false }
  }
}

/** In the order in which they were last written. */
function left(steps: readonly Step[]): Map<string, number> {
  const rows = new Map<string, number>()
  for (const { step, isRemoval } of replayed(steps)) {
    rows.delete(step.key)
    if (!isRemoval) rows.set(step.key, step.result)
  }
  return rows
}

const someSteps = fc.array(
  fc.record({ key: fc.constantFrom('a', 'b', 'c', PRUNED), result: fc.integer({ min: 1, max: 3 }) }),
  {
    maxLength: 12,
  },
)

test('rows that came, went and came again', async () => {
  await fc.assert(
    fc.asyncProperty(someSteps, async (steps) => {
      const rows = left(steps)
      expect(await findingsOf(steps, rows)).toEqual([])
      expect(await findingsOf(steps, new Map([...rows, ['z', 1]]))).toEqual(['row_extra'])
      for (const [key, result] of rows) {
        // if no row is due any more, any row is one too many
        const different = isPruned(key) ? 'row_extra' : 'row_different'
        expect(await findingsOf(steps, new Map([...rows, [key, result + 3]]))).toEqual([different])
        const others = new Map([...rows].filter(([other]) => other !== key))
        expect(await findingsOf(steps, others)).toEqual(isPruned(key) ? [] : ['row_missing'])
      }
    }),
    { numRuns: 50 },
  )
})

test('what was pruned is forgotten before it has to be moved to disk, however long the log is', async () => {
  await owner.query('truncate app.row_in_step')
  const findings = new Findings()
  const spill = new Spill({ inMemory: 100 })
  const lines = new TableLines(owner, 'select key, result from app.row_in_step')
  const check = new TableCheck(spec, findings)
  const rows = new RowsInStep({ lines, check, keyOf: (line) => line, spill, ahead: 2, forgetStep: 10 })
  for (let now = 0; now < 3_000; now++) {
    rows.forget((about) => Number(about) < now - 20)
    await rows.expect([{ key: String(now), line: `${now}\t1`, about: String(now) }])
    spill.settle()
  }
  expect(spill.moved).toBe(0)
  // rows that may not be pruned yet are still missed
  await rows.finish((about) => Number(about) < 2_980)
  expect(findings.items.map(({ code }) => code)).toEqual(Array(20).fill('row_missing'))
  spill.close()
})
