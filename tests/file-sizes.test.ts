// Files and folders stay small enough to be read at a glance. Production code only: no tests, no generated files.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const MEDIAN_LINES = 50
const P90_LINES = 130
const MAX_LINES = 260
const MAX_FILES = 15

const NOT_PRODUCTION = /\.test\.|\.harness\.|\.fixture\.|\/testing\/|\.gen\./

const files = globSync('{domain,projections,services,ui/src}/**/*.{ts,tsx}')
  .filter((file) => !NOT_PRODUCTION.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
  .sort((one, other) => one.lines - other.lines)

/** The least number of lines that this share of the files does not exceed. */
const quantile = (share: number): number => files[Math.ceil(files.length * share) - 1]!.lines

const listed = (some: readonly { file: string; lines: number }[]): string[] =>
  some.toReversed().map(({ file, lines }) => `${lines} ${file}`)

test(`half of the files have at most ${MEDIAN_LINES} lines`, () => {
  expect(files.length).toBeGreaterThan(400)
  expect(quantile(0.5), 'the median').toBeLessThanOrEqual(MEDIAN_LINES)
})

test(`nine of ten files have at most ${P90_LINES} lines`, () => {
  const long = files.filter(({ lines }) => lines > P90_LINES)
  const allowed = files.length - Math.ceil(files.length * 0.9)
  expect(long.length > allowed ? listed(long) : [], `more than ${allowed} are longer`).toEqual([])
})

test(`no file has more than ${MAX_LINES} lines`, () => {
  expect(listed(files.filter(({ lines }) => lines > MAX_LINES))).toEqual([])
})

test(`no folder has more than ${MAX_FILES} loose files`, () => {
  const folders = [...Map.groupBy(files, ({ file }) => dirname(file))]
  const crowded = folders.filter(([, { length }]) => length > MAX_FILES)
  expect(crowded.map(([folder, { length }]) => `${length} ${folder}`)).toEqual([])
})
