// What the product's own code never does anywhere, because it could turn somebody's text into code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const shipped = ['domain', 'projections', 'services', 'ui/src']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|harness|contract\.test)\.|\/testing\//.test(file))
const texts = new Map(shipped.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))

const filesWith = (pattern: RegExp) => [...texts].filter(([, text]) => pattern.test(text)).map(([file]) => file)

test('finds the files', () => {
  expect(texts.size).toBeGreaterThan(300)
  expect(filesWith(/^import /m).length).toBeGreaterThan(300)
})

test('text never becomes markup or code', () => {
  expect(filesWith(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/)).toEqual([])
  expect(filesWith(/\beval\(|new Function\(|node:vm|set(Timeout|Interval)\(['"`]/)).toEqual([])
})

test('no program is run through a shell', () => {
  const starting = filesWith(/node:child_process/)
  expect(starting.length).toBeGreaterThan(0)
  for (const file of starting) expect(texts.get(file), file).not.toMatch(/\bexec(Sync)?\b(?!File)|shell:/)
})

test('requests go only to hosts that the operator or an auditor names, and health checks to the process itself', () => {
  const calling = filesWith(/\bfetch\(|from 'undici'|from 'node:https'|import\('undici'\)/)
  expect(calling.filter((file) => !file.startsWith('ui/')).toSorted()).toEqual([
    'services/auditor/watch/tiles/public-log.ts',
    'services/notary/witness-call.ts',
    'services/odds/provider/http.ts',
    'services/platform/process/health-check.ts',
  ])
})

test('no folder is made by a call that never returns if it cannot be made', () => {
  expect(filesWith(/mkdir(Sync)?\([^)]*recursive|mkdir: true/)).toEqual([])
})

test('no statement is assembled from input', () => {
  // inside a statement there may be names of ours, but never a field of a request or a row
  const inside = /(?:select|insert into|update|delete from)\b[^`]*\$\{(?:request|body|query|params|input|typed)\b/i
  expect(filesWith(inside)).toEqual([])
})
