import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { keep, newClient, newDatabase, newLog, newProjector, untilFolded } from '../testing/environment.ts'
import { randomScenario } from '../testing/scenario.ts'
import { readModels, writeLog } from '../testing/write-log.ts'
import { rebuild } from './rebuild.ts'

const REBUILDING = join(import.meta.dirname, '../testing/rebuilding-process.ts')
const SOON = { timeout: 60_000, interval: 50 }

test('a rebuild whose process is frozen keeps no other from finishing, and changes nothing when it goes on', async () => {
  const { url } = await newDatabase()
  const store = await newLog(url)
  const last = await writeLog(store, randomScenario(11, 400))
  const projector = newProjector({ store, url })
  await untilFolded(url, last)
  await projector.stop()
  const client = await newClient(url)
  const expected = await readModels(url)
  const schemas = async () =>
    (await client.query(`select nspname from pg_namespace where starts_with(nspname, 'app_next')`)).rows.length

  const frozen = keep(spawn(process.execPath, [REBUILDING, url, '1000']), async (one) => one.kill('SIGKILL'))
  let said = ''
  frozen.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await vi.waitFor(() => expect(said).toBe('read\n'), SOON)
  frozen.kill('SIGSTOP')
  // its tables are locked by the COPYs that fill them
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'copy %'`,
  )
  expect(rows.length).toBeGreaterThan(0)

  await client.query('update app.account set wallet_cents = wallet_cents + 1')
  await vi.waitFor(() => rebuild({ store, url }), SOON)
  expect(await readModels(url)).toEqual(expected)
  expect(await schemas()).toBe(1)

  frozen.kill('SIGCONT')
  frozen.stdin.write('go on\n')
  await vi.waitFor(() => expect(said).toMatch(/^read\n.+\n$/), SOON)
  expect(said).not.toContain('rebuilt')
  expect(await readModels(url)).toEqual(expected)
  await rebuild({ store, url })
  expect(await schemas()).toBe(0)
})

test('one that goes on shows it while it reads the log, for which it does not need its own connection', async () => {
  const { url } = await newDatabase()
  const store = await newLog(url)
  await writeLog(store, randomScenario(11, 40))
  const client = await newClient(url)
  const lastSaid = async () => {
    const { rows } = await client.query<{ query: string }>(
      `select query from pg_stat_activity join pg_locks using (pid)
       where datname = current_database() and locktype = 'advisory' and application_name = 'fairbook rebuild'`,
    )
    return rows[0]?.query
  }
  async function* readLog() {
    yield* store.readAll(null)
    await vi.waitFor(async () => expect(await lastSaid()).toBe('select 1'), SOON)
  }
  expect(await rebuild({ store, url, readLog, standsStillMs: 10_000 })).toMatchObject({ events: expect.any(Number) })
})
