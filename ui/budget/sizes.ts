// The gzipped sizes of the build beside their budgets: `node ui/budget/sizes.ts` exits with 1 if one is exceeded.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Line, print } from './report.ts'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const FONT = /geist-latin-wght-normal.*\.woff2$/
const ENTRY = 'index.html'
const SLIP = 'src/features/slip/slip.ts'
const FRAME = /^src\/routes\/admin\.tsx/
const SECTION = /^src\/routes\/admin\/(?:\(\w+\)\/)?([\w-]+)\.tsx/
/** The page of /admin. */
const HOME = 'index'
/** What the slip loads when it opens, except for what only a placed bet needs. */
const SLIP_PARTS = /^src\/(features\/slip(?!.*receipt)|components\/ui\/bottom-sheet)/

function readManifest(): Manifest {
  const path = `${dist}.vite/manifest.json`
  if (!existsSync(path)) throw new Error('There is no build to measure: run `npm run build` first.')
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** A chunk and everything that it imports statically, or that `also` adds. */
function closure(
  manifest: Manifest,
  key: string,
  seen = new Set<string>(),
  also = (_key: string) => false,
): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined) throw new Error(`The build has no ${key}.`)
  if (seen.has(key)) return seen
  seen.add(key)
  const lazy = (chunk.dynamicImports ?? []).filter(also)
  for (const imported of [...(chunk.imports ?? []), ...lazy]) closure(manifest, imported, seen, also)
  return seen
}

const gzipKb = (file: string) => gzipSync(readFileSync(dist + file), { level: 9 }).length / 1024

/** A section of the back office, with the frame. */
type SectionSize = { readonly name: string; readonly files: readonly string[]; readonly size: number }

/** Sizes of what opening each section loads, largest first. */
function sectionSizes(manifest: Manifest, beyond: (keys: Iterable<string>) => string[]): SectionSize[] {
  const pages = Object.keys(manifest).filter((key) => SECTION.test(key))
  if (pages.length === 0) throw new Error('The build has no sections of the back office.')
  const frame = Object.keys(manifest).filter((key) => FRAME.test(key))
  const sections = pages.map((page) => {
    const files = [...new Set(beyond([...frame, page].flatMap((key) => [...closure(manifest, key)])))]
    return { name: SECTION.exec(page)![1]!, files, size: files.reduce((sum, file) => sum + gzipKb(file), 0) }
  })
  return sections.sort((one, other) => other.size - one.size)
}

export function sizes(manifest = readManifest()): Line[] {
  const filesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const route = (name: string) =>
    Object.keys(manifest).filter((key) => key.startsWith(`src/routes/${name}?`) || key === `src/routes/${name}`)
  // The shell and the page of / are in the entry's own files, or beside them.
  const firstView = closure(manifest, ENTRY)
  for (const key of ['_shell.tsx', '_shell/index.tsx'].flatMap(route)) closure(manifest, key, firstView)
  const beyond = (keys: Iterable<string>) => filesOf([...keys].filter((key) => !firstView.has(key)))
  const slip = closure(manifest, SLIP, new Set(), (key) => SLIP_PARTS.test(key))
  const styles = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))]
  const font = Object.values(manifest).flatMap(({ file }) => (FONT.test(file) ? [file] : []))
  const sections = sectionSizes(manifest, beyond)
  const [largest, home] = [sections[0]!, sections.find(({ name }) => name === HOME)!]
  const budgets: [name: string, files: readonly string[], limit: number][] = [
    ['script of the first view', filesOf(firstView), 140],
    ['styles', styles, 20],
    ['slip', beyond(closure(manifest, SLIP)), 35],
    ['slip with its sheet', beyond(slip), 35],
    ['back office as it opens', home.files, 28],
    [`back office with ${largest.name}`, largest.files, 60],
    ['first view', [...filesOf(firstView), ...styles, ...font, 'index.html', 'theme.js'], 250],
  ]
  return budgets.map(([name, files, limit]) => {
    const value = [...new Set(files)].reduce((sum, file) => sum + gzipKb(file), 0)
    return { name, value, limit, unit: 'KB gzip', isGate: true }
  })
}

if (import.meta.main) print(sizes())
