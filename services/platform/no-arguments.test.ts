import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

test.each([
  ['npm start', 'services/supervisor/main.ts'],
  ['notary', 'services/notary/main.ts'],
  ['migrate', 'services/platform/database/main.ts'],
  ['migrate:event-store', 'services/log-migration/main.ts'],
  ['npm test', 'tests/run.ts'],
])('%s starts nothing if it is given arguments', (command, script) => {
  // with these it could not do anything either, but would say something else
  const env = { ...process.env, DATA_DIR: '/dev/null/none', PORT: 'none', PATH: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--help', 'x y'], { cwd: ROOT, env })
  expect([status, stdout.toString()]).toEqual([1, ''])
  expect(stderr.toString()).toMatch(new RegExp(`^${command}: takes no arguments \\(--help x y\\); .+\\n$`))
})
