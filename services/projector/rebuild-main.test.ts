import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { projections } from '#projections/registry.ts'
import { newDatabase, newLog } from '#projections/testing/environment.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { readModels, writeLog } from '#projections/testing/write-log.ts'

const run = (url: string, ...names: string[]) =>
  promisify(execFile)(process.execPath, [`${import.meta.dirname}/rebuild-main.ts`, ...names], {
    env: { ...process.env, DATABASE_URL: url },
  })

it('rebuilds the requested read models, and says how fast', async () => {
  const { url } = await newDatabase()
  const store = await newLog(url)
  await writeLog(store, randomScenario(5, 60))
  const { stdout, stderr } = await run(url)
  expect(stdout).toMatch(/^\d+ read models rebuilt from \d+ events in [\d.]+ s, [\d,]+ events a second\n$/)
  expect(Number.parseInt(stdout, 10)).toBe(projections.length)
  expect(stderr).toContain('folding the log')
  const rows = await readModels(url)
  expect(rows.bet).not.toEqual([])
  await run(url, 'bets', 'audit')
  expect(await readModels(url)).toEqual(rows)
})

it('says in one line what is wrong', async () => {
  const { url } = await newDatabase()
  await expect(run(url, 'wagers')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^projections:rebuild: rebuild_settings: no read model is called wagers: settlement, accounts, transfers, .*\n$/,
    ),
  })
  await expect(run(url.replace(/[^/]*$/, 'nowhere'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^projections:rebuild: rebuild_settings: .*does not exist.*\n$/),
  })
  // a database without a ledger is the wrong one, and gets none
  await expect(run(url)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^projections:rebuild: rebuild_log: there is no log here: .*; what to do: docs\/runbooks\/another-log.md\n$/,
    ),
  })
  const store = await newLog(url)
  await store.close()
})
