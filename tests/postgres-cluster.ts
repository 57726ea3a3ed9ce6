// Vitest's global set-up: one Postgres for the whole run, with a migrated template that test databases are copied from.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../services/database/migrate.ts'
import { startCluster } from '../services/embedded/cluster.ts'
import { findPostmaster, isAlive, stopPostmaster } from '../services/embedded/postmaster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of the template database, as superuser and as the services' role. */
    postgres: { ownerUrl: string; serviceUrl: string }
  }
}

export const TEMPLATE = 'template_fairbook'
const PREFIX = 'fairbook-tests-'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(join(dataDir, 'run.pid'), String(process.pid))
  const cluster = await startCluster({ dataDir, durable: false, settings: { max_connections: '300' } })
  const admin = new pg.Client(cluster.ownerUrl('postgres'))
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const urls = { ownerUrl: cluster.ownerUrl(TEMPLATE), serviceUrl: cluster.serviceUrl(TEMPLATE) }
  await migrate(urls)
  project.provide('postgres', urls)
  return async () => {
    await stopPostmaster(cluster.pid, 1_000)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A run that was killed leaves its Postgres behind. */
async function sweepAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(PREFIX) || !existsSync(join(folder, 'run.pid'))) continue
    if (isAlive(Number(readFileSync(join(folder, 'run.pid'), 'utf8')))) continue
    const left = await findPostmaster(join(folder, 'postgres'))
    if (left) await stopPostmaster(left.pid, 1_000)
    rmSync(folder, { recursive: true, force: true })
  }
}
