// A Postgres of its own, which looks every second for something to vacuum.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { keep, newClient, until } from './environment.ts'

type VacuumingCluster = {
  readonly url: string
  readonly ownerUrl: string
  readonly owner: pg.Client
  /** The tables, without their database, whose automatic vacuums gave way to somebody. */
  gaveWay(): string[]
}

export async function vacuumingCluster(): Promise<VacuumingCluster> {
  const dataDir = keep(mkdtempSync(join(tmpdir(), 'fairbook-vacuumed-')), async (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  )
  const settings = { autovacuum_naptime: '1s' }
  const cluster = keep(await startCluster({ dataDir, durable: false, settings }), (one) => one.stop())
  const [url, ownerUrl] = [cluster.serviceUrl('vacuumed'), cluster.ownerUrl('vacuumed')]
  const admin = await newClient(cluster.ownerUrl('postgres'))
  await admin.query('create database vacuumed')
  await migrate({ ownerUrl, serviceUrl: url })
  const owner = await newClient(ownerUrl)
  const gaveWay = () => {
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    const cancelled = log.matchAll(
      /canceling autovacuum task\n(?:.*\n)?.*automatic vacuum of table "vacuumed\.([^"]+)"/g,
    )
    return [...cancelled].map(([, table]) => table!)
  }
  return { url, ownerUrl, owner, gaveWay }
}

/** Resolves while a vacuum of the table runs. It sleeps after each page, so all of them would take minutes. */
export async function vacuumSlowly(owner: pg.Client, table: string): Promise<void> {
  await owner.query(`alter table ${table} set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 0, autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`)
  const under = `select from pg_stat_progress_vacuum where relid = to_regclass('${table}')`
  await until(async () => expect((await owner.query(under)).rowCount).toBe(1))
}
