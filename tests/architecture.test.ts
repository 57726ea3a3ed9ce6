// Which room may import which. Imports lead one way: a room knows those listed for it here and no other, imports across
// rooms go by name ('#services/…'), and there are no import cycles.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const UI_BELOW = ['domain', 'services/contract', 'services/csv']

/** Every room, from the lowest; and what it may import besides itself and packages. */
const ROOMS: Record<string, readonly string[]> = {
  domain: [],
  'services/platform': [],
  'services/csv': [],
  'services/merkle': [],
  'services/contract': ['domain'],
  'services/schemas': ['domain'],
  'services/event-store': ['domain', 'services/platform'],
  'services/commands': ['domain', 'services/event-store', 'services/platform'],
  projections: ['domain', 'services/event-store', 'services/platform'],
  'services/accounts': ['domain', 'projections', 'services/commands', 'services/event-store', 'services/platform'],
  'services/odds': [
    'domain',
    'projections',
    'services/commands',
    'services/contract',
    'services/merkle',
    'services/platform',
  ],
  'services/transparency': ['domain', 'services/event-store', 'services/merkle', 'services/platform'],
  'services/log-migration': [
    'domain',
    'projections',
    'services/event-store',
    'services/merkle',
    'services/platform',
    'services/transparency',
  ],
  'services/backup': [
    'domain',
    'projections',
    'services/accounts',
    'services/commands',
    'services/event-store',
    'services/merkle',
    'services/platform',
    'services/transparency',
  ],
  'services/simulator': ['services/platform'],
  'services/projector': ['projections', 'services/event-store', 'services/platform'],
  'services/notary': [
    'domain',
    'services/backup',
    'services/commands',
    'services/event-store',
    'services/merkle',
    'services/platform',
    'services/transparency',
  ],
  'services/workers': [
    'domain',
    'projections',
    'services/accounts',
    'services/commands',
    'services/event-store',
    'services/odds',
    'services/platform',
  ],
  'services/api': [
    'domain',
    'projections',
    'services/accounts',
    'services/commands',
    'services/contract',
    'services/csv',
    'services/event-store',
    'services/odds',
    'services/platform',
    'services/transparency',
  ],
  // a second opinion: it uses nothing of what it audits except the published schemas, which it reads as files
  'services/auditor': ['services/csv', 'services/event-store', 'services/platform'],
  'services/supervisor': ['services/platform'],
  'ui/src/lib': UI_BELOW,
  'ui/src/data': [...UI_BELOW, 'ui/src/lib'],
  'ui/src/model': [...UI_BELOW, 'ui/src/lib', 'ui/src/data'],
  'ui/src/components': [...UI_BELOW, 'ui/src/lib', 'ui/src/data', 'ui/src/model'],
  'ui/src/layout': [...UI_BELOW, 'ui/src/lib', 'ui/src/data', 'ui/src/model', 'ui/src/components'],
}
/** Above the layout: features do not know each other. */
const FEATURE = ['ui/src/lib', 'ui/src/data', 'ui/src/model', 'ui/src/components', 'ui/src/layout', ...UI_BELOW]
const SHELL = [...FEATURE, 'ui/src/features']
const TOP = [...SHELL, 'ui/src/shell', 'ui/src/app', 'ui/src/routes', 'ui/src']

function allowed(room: string): readonly string[] | undefined {
  if (room.startsWith('ui/src/features/')) return FEATURE
  if (room === 'ui/src/shell') return SHELL
  if (room === 'ui/src/app' || room === 'ui/src/routes' || room === 'ui/src') return TOP
  return ROOMS[room]
}

function roomOf(file: string): string {
  const parts = dirname(file).split('/')
  const depth = file.startsWith('ui/src/features/') ? 4 : file.startsWith('ui/') ? 3 : parts[0] === 'services' ? 2 : 1
  return parts.slice(0, depth).join('/')
}

const ONLY_FOR_TESTS = /\.test\.|\.harness\.|\.fixture\.|\/testing\/|routeTree\.gen/
const files = globSync('{domain,projections,services,ui/src}/**/*.{ts,tsx}').filter(
  (file) => !ONLY_FOR_TESTS.test(file),
)

type Import = { readonly from: string; readonly as: string; readonly to: string }

const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
  return [...new Set(named)].flatMap((as) => {
    const to = as.startsWith('.')
      ? normalize(join(dirname(file), as))
      : as.startsWith('#')
        ? as.slice(1).replace(/^ui\//, 'ui/src/')
        : null
    return to === null ? [] : [{ from: file, as, to }]
  })
})

describe('the rooms', () => {
  test('are all named here, and every import leads to a file', () => {
    expect(files.length).toBeGreaterThan(400)
    expect([...new Set(files.map(roomOf))].filter((room) => allowed(room) === undefined)).toEqual([])
    expect(imports.filter(({ to }) => !existsSync(to))).toEqual([])
  })

  test('know only what is below them', () => {
    const wrong = imports.filter(({ from, to }) => {
      const room = roomOf(from)
      const other = roomOf(to)
      return room !== other && !allowed(room)!.some((one) => one === other || other.startsWith(`${one}/`))
    })
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('are named in imports from other rooms, and in no import within', () => {
    const wrong = imports.filter(({ from, as, to }) => as.startsWith('#') === (roomOf(from) === roomOf(to)))
    expect(wrong.filter(({ to }) => !ONLY_FOR_TESTS.test(to)).map(({ from, as }) => `${from}: ${as}`)).toEqual([])
  })
})

describe('the document', () => {
  const rows = readFileSync('docs/architecture.md', 'utf8').split('\n')
  /** Its row in the table, or the one that it shares with others. */
  const rowOf = (room: string) =>
    rows.find((row) => row.startsWith('| `') && row.split(' | ')[0]!.includes(`${room}/\``)) ?? ''
  const NOT_TOLD = new Set(['migrations', 'testing'])

  test.each([
    'domain',
    'services/platform',
    'services/accounts',
    'services/odds',
    'services/workers',
    'services/simulator',
    'services/auditor',
    'services/backup',
    'ui/src',
  ])('names every folder of %s', (room) => {
    const folders = globSync(`${room}/*/`).map((folder) => basename(folder))
    const row = rowOf(room)
    expect(folders.length).toBeGreaterThan(0)
    expect(folders.filter((folder) => !NOT_TOLD.has(folder) && !row.includes(`\`${folder}/\``))).toEqual([])
  })
})

test('there is no import cycle', () => {
  const next = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const seen = path.indexOf(file)
    if (seen >= 0) circles.push([...path.slice(seen), file].join(' -> '))
    if (seen >= 0 || done.has(file)) return
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})
