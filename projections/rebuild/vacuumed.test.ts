import { expect, test } from 'vitest'
import { newLog } from '../testing/environment.ts'
import { randomScenario } from '../testing/scenario.ts'
import { vacuumingCluster, vacuumSlowly } from '../testing/vacuuming.ts'
import { readModels, writeLog } from '../testing/write-log.ts'
import { rebuild } from './rebuild.ts'

/** Row versions of each row, so that the table has many pages. */
const VERSIONS = 60

test('an automatic vacuum of a large table does not keep a rebuild from finishing', async () => {
  const { url, owner, gaveWay } = await vacuumingCluster()
  const store = await newLog(url)
  await writeLog(store, randomScenario(11, 160))
  await rebuild({ store, url })
  const expected = await readModels(url)
  await owner.query(`do $$ begin for n in 1..${VERSIONS} loop update app.audit set type = type; end loop; end $$`)
  await vacuumSlowly(owner, 'app.audit')

  await rebuild({ store, url })
  expect(await readModels(url)).toEqual(expected)
  expect(gaveWay()).toContain('app.audit')
})
