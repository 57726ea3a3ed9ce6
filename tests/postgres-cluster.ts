// Vitest's global set-up: one Postgres for the whole run, with a migrated template that test databases are copied from.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'
import { findPostmaster, isAlive, stopPostmaster } from '#services/platform/embedded-postgres/postmaster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of the template database, as superuser and as the services' role. */
    postgres: { ownerUrl: string; serviceUrl: string }
  }
}

const TEMPLATE = 'template_fairbook'
const PREFIX = 'fairbook-tests-'
const MEMORY = '/dev/shm'
const MEMORY_NEEDED_BYTES = 4_000_000_000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepAbandoned()
  const dataDir = mkdtempSync(join(quickFolder(), PREFIX))
  writeFileSync(join(dataDir, 'run.pid'), String(process.pid))
  const settings = { max_connections: '300', scram_iterations: '1' }
  const cluster = await startCluster({ dataDir, durable: false, settings })
  const ownerUrl = cluster.ownerUrl('postgres')
  const admin = new pg.Client(ownerUrl)
  await admin.connect()
  await quickenSignIn(admin, join(dataDir, 'postgres', 'pg_hba.conf'), new URL(ownerUrl).password)
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

/**
 * A run opens thousands of connections, and a third of the cost of each is hashing on both sides. So only the server
 * hashes, and once; a wrong password is still refused.
 */
async function quickenSignIn(admin: pg.Client, rules: string, password: string): Promise<void> {
  // the owner's password is older than the settings
  await admin.query(`alter role current_user password ${pg.escapeLiteral(password)}`)
  writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/\bscram-sha-256$/gm, 'password'))
  await admin.query('select pg_reload_conf()')
}

/** In memory if the machine offers it: a database is some 300 files, and every test file makes its own. */
function quickFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > MEMORY_NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A killed run leaves its Postgres behind. */
async function sweepAbandoned(): Promise<void> {
  const folders = [tmpdir(), MEMORY].filter(existsSync).flatMap((parent) => {
    const names = readdirSync(parent).filter((name) => name.startsWith(PREFIX))
    return names.map((name) => join(parent, name))
  })
  for (const folder of folders) {
    if (!existsSync(join(folder, 'run.pid'))) continue
    if (isAlive(Number(readFileSync(join(folder, 'run.pid'), 'utf8')))) continue
    const left = await findPostmaster(join(folder, 'postgres'))
    if (left) await stopPostmaster(left.pid, 1_000)
    rmSync(folder, { recursive: true, force: true })
  }
}
