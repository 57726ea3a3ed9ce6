// What the documents name exists: files and folders, links, scripts, settings.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sectionsOf } from './sections.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Documents about the product as it is; decisions and the changelog also describe the past. */
const CURRENT = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/benchmarks.md',
  'docs/glossary.md',
  'docs/readings.md',
]
const documents = [...CURRENT, ...globSync(['docs/runbooks/*.md', '.github/**/*.md'], { cwd: ROOT })]
const everything = ['README.md', 'CONTRIBUTING.md', ...globSync(['docs/**/*.md', '.github/**/*.md'], { cwd: ROOT })]

const exists = (path: string): boolean => existsSync(join(ROOT, path))

/**
 * In code spans: `services/api/server.ts`, `migrations/`, `table.sql`, `ui/src/features/<noun>/`, `#domain/money.ts`.
 */
const NAMED = /^#?[\w.$@<>*-]+(\/[\w.$@<>*-]+)*\/?$/
/** Created when the product runs. */
const MADE = /^\.data\b/
const isPath = (text: string): boolean =>
  NAMED.test(text) &&
  !MADE.test(text) &&
  (text.includes('/') || /^[\w.$-]+\.(ts|tsx|js|sql|md|json|ya?ml|proto)$/.test(text))

/** A name in angle brackets stands for any, and so does a star. */
function leadsSomewhere(path: string): boolean {
  return /[<*]/.test(path) ? globSync(path.replace(/<\w+>/g, '*'), { cwd: ROOT }).length > 0 : exists(path)
}

/** The folders of an existing path, nearest first: later paths may be relative to them. */
const foldersOf = (path: string): string[] => [path.replace(/\/$/, ''), dirname(path)]

/** The paths in a paragraph, list item or row that do not exist, from the root or relative to earlier ones. */
function missingPaths(block: string, above: readonly string[]): { missing: string[]; folders: string[] } {
  const folders: string[] = []
  const missing: string[] = []
  for (const [, span = ''] of block.matchAll(/`([^`\n]+)`/g)) {
    if (!isPath(span)) continue
    const path = span.replace(/^#(?!ui\/)/, '').replace(/^#ui\//, 'ui/src/')
    const found = ['', ...folders, ...above].map((folder) => join(folder, path)).find(leadsSomewhere)
    if (found === undefined) missing.push(span)
    else folders.push(...foldersOf(found))
  }
  return { missing, folders }
}

/** A table's rows may be relative to what the paragraph above it named. */
function missingIn(text: string): string[] {
  const missing: string[] = []
  let above: string[] = []
  for (const paragraph of text.replace(/^```[\s\S]*?^```/gm, '').split(/\n\s*\n/)) {
    const isTable = paragraph.startsWith('|')
    const blocks = paragraph.split(isTable ? '\n' : /\n(?=\s*(?:-|\d+\.) )/)
    const read = blocks.map((block) => missingPaths(block, isTable ? above : []))
    missing.push(...read.flatMap((one) => one.missing))
    if (!isTable) above = read.flatMap((one) => one.folders)
  }
  return missing
}

describe('paths', () => {
  test.each(documents)('that %s names exist', (file) => {
    expect(missingIn(read(file))).toEqual([])
  })

  test('that are wrong would be found', () => {
    expect(missingIn('`domain/money.ts`, `domain/monay.ts`, `ui/src/features/<noun>/`, `nowhere/<noun>/`')).toEqual([
      'domain/monay.ts',
      'nowhere/<noun>/',
    ])
    expect(missingIn('`domain/account/events.ts`, `state.ts`, `fold.ts`\n\n`state.ts`')).toEqual([
      'fold.ts',
      'state.ts',
    ])
    expect(missingIn('In `domain/`:\n\n| `money.ts` | `odds.ts` |\n| `monay.ts` |')).toEqual(['monay.ts'])
    expect(missingIn('`npm test`, `log.append`, `stdout`, `POST /api/bets`, `#services/odds/port.ts`')).toEqual([])
  })

  test.each(everything)('that %s links to exist', (file) => {
    const links = [...read(file).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link]) => link!)
    expect(links.filter((link) => !exists(normalize(join(dirname(file), link))))).toEqual([])
  })

  test.each(everything)('that %s links to have the headings in question', (file) => {
    const links = [...read(file).matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)\s]+)\)/g)]
    const missing = links.filter(([, page = '', anchor]) => {
      const text = read(page === '' ? file : normalize(join(dirname(file), page)))
      return !sectionsOf(text).some((section) => section.anchor === anchor)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })
})

test('words of the glossary are in the order of the alphabet, each once', () => {
  const words = [...read('docs/glossary.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, word]) => word!).slice(1)
  expect(words.length).toBeGreaterThan(150)
  const sortedBy = (word: string) => word.toLowerCase().replace(/[^a-z0-9 (]/g, '')
  expect(words).toEqual(words.toSorted((a, b) => (sortedBy(a) < sortedBy(b) ? -1 : 1)))
  expect(new Set(words).size).toBe(words.length)
})

test('scripts that the documents name are in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name]) => name!),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('scripts run files that are there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const files = Object.values(scripts).flatMap((script) => script.match(/[\w./-]+\.(ts|sh)\b/g) ?? [])
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !exists(file))).toEqual([])
})

test("settings have a line in the README's table, and the table has no others", () => {
  const settings = [...read('services/platform/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!)
  const [, table = ''] = read('README.md').split('\n## Settings\n')
  const listed = table.split('\n').flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1]?.match(/[A-Z_]+/g) ?? [])
  expect(settings.length).toBeGreaterThan(20)
  expect(listed.toSorted()).toEqual(settings.toSorted())
})
