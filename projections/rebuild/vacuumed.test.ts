import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#services/platform/database/migrate.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { keep, newClient, newLog, until } from '../testing/environment.ts'
import { randomScenario } from '../testing/scenario.ts'
import { readModels, writeLog } from '../testing/write-log.ts'
import { rebuild } from './rebuild.ts'

/** Of each row of the table: a vacuum that sleeps after each page takes minutes for all of them. */
const VERSIONS = 60

test('an automatic vacuum of a large table does not keep a rebuild from its end', async () => {
  const { url, ownerUrl, log } = await clusterThatVacuums()
  const store = await newLog(url)
  await writeLog(store, randomScenario(11, 160))
  await rebuild({ store, url })
  const expected = await readModels(url)
  const owner = await newClient(ownerUrl)
  await owner.query(`alter table app.audit set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`)
  await owner.query(`do $$ begin for n in 1..${VERSIONS} loop update app.audit set type = type; end loop; end $$`)
  const under = `select from pg_stat_progress_vacuum where relid = to_regclass('app.audit')`
  await until(async () => expect((await owner.query(under)).rowCount).toBe(1))

  await rebuild({ store, url })
  expect(await readModels(url)).toEqual(expected)
  expect(log()).toContain('canceling autovacuum task')
})

/** Which looks every second for what there is to vacuum. */
async function clusterThatVacuums(): Promise<{ url: string; ownerUrl: string; log: () => string }> {
  const dataDir = keep(mkdtempSync(join(tmpdir(), 'fairbook-vacuumed-')), async (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  )
  const settings = { autovacuum_naptime: '1s' }
  const cluster = keep(await startCluster({ dataDir, durable: false, settings }), (one) => one.stop())
  const [url, ownerUrl] = [cluster.serviceUrl('vacuumed'), cluster.ownerUrl('vacuumed')]
  const admin = await newClient(cluster.ownerUrl('postgres'))
  await admin.query('create database vacuumed')
  await migrate({ ownerUrl, serviceUrl: url })
  return { url, ownerUrl, log: () => readFileSync(join(dataDir, 'postgres.log'), 'utf8') }
}
