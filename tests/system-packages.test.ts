// What the tests need of a machine, so that nobody takes a skipped part for one that passed.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingPackages, skippedParts } from './system-packages.ts'

const ROOT = join(import.meta.dirname, '..')
/** How a test checks whether a program is installed. */
const ASKS = /spawnSync\('([a-z-]+)', \['(?:--?help|--?version|version)'/g

test('each program that a test can do without is named if it is missing', () => {
  const files = globSync('{domain,projections,services,tests,ui/src}/**/*.test.ts', { cwd: ROOT })
  const asked = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return text.includes('skipIf(') ? [...text.matchAll(ASKS)].map(([, program]) => program!) : []
  })
  expect(asked).toContain('bean-check')
  for (const program of new Set([...asked, 'redis-server', 'zsh', 'fish'])) {
    const parts = skippedParts((one) => one !== program)
    expect(parts, program).toEqual([expect.stringMatching(new RegExp(`: no ${program} on this machine$`))])
  }
  expect(skippedParts(() => true)).toEqual([])
})

test('Redis and Beancount are installed if they are missing', () => {
  expect(missingPackages(() => true)).toEqual([])
  expect(missingPackages((program) => program !== 'bean-check')).toEqual([['beancount']])
  expect(missingPackages((program) => program !== 'redis-server')).toEqual([['redis-server']])
})
