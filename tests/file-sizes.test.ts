// Files stay small, and folders have few of them: so a newcomer does not have to read much to find a rule. Tests, test
// helpers, benchmarks and generated files do not count.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const LINES = { median: 50, p90: 130, max: 260 }
const FILES_IN_A_FOLDER = 15

const files = globSync('{domain,projections,services,ui/src}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.|\/testing\/|\.d\.ts$|\/routeTree\.gen\.ts$/.test(file),
)
const sizes = files
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  .sort((a, b) => a.lines - b.lines)

test('production files are short', () => {
  const at = (share: number) => sizes[Math.ceil(sizes.length * share) - 1]!.lines
  expect(sizes.length).toBeGreaterThan(500)
  expect(at(0.5), 'median').toBeLessThanOrEqual(LINES.median)
  expect(at(0.9), `nine of ten; the longest are ${sizes.slice(-5).map(({ file }) => file)}`).toBeLessThanOrEqual(
    LINES.p90,
  )
  expect(sizes.filter(({ lines }) => lines > LINES.max)).toEqual([])
})

test('no folder has too many files', () => {
  const folders = Map.groupBy(files, dirname)
  const full = [...folders].filter(([, { length }]) => length > FILES_IN_A_FOLDER).map(([folder]) => folder)
  expect(full).toEqual([])
})
