// Compares the gzipped sizes of the build with their budgets. Exits with 1 where one is exceeded.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
type Budget = { name: string; files: string[]; limitKb: number }

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const FONT = /geist-latin-wght-normal.*\.woff2$/

function readManifest(): Manifest {
  const path = `${dist}.vite/manifest.json`
  if (!existsSync(path)) throw new Error('There is no build to measure: run `npm run build` first.')
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** A chunk and everything that it imports statically. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports ?? []) closure(manifest, imported, seen)
  return seen
}

/** The key of a chunk, by its file name: shared chunks have no source in the manifest. */
function findChunk(manifest: Manifest, prefix: string): string {
  const found = Object.entries(manifest).find(([, { file }]) => file.startsWith(`assets/${prefix}-`))
  if (!found) throw new Error(`The build has no chunk called ${prefix}.`)
  return found[0]
}

const gzipKb = (file: string) => gzipSync(readFileSync(dist + file), { level: 9 }).length / 1024

function budgets(manifest: Manifest): Budget[] {
  const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entryKey) throw new Error('The build has no entry.')
  const entry = closure(manifest, entryKey)
  const filesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const styles = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))]
  /** The files to load in addition to the entry. */
  const additional = (key: string) => filesOf([...closure(manifest, key)].filter((part) => !entry.has(part)))
  const routes = (name: string) =>
    Object.keys(manifest).filter((key) => key.startsWith(`src/routes/${name}?`) || key === `src/routes/${name}`)
  const firstView = new Set(entry)
  for (const key of ['_shell.tsx', '_shell/index.tsx'].flatMap(routes)) closure(manifest, key, firstView)
  const font = Object.values(manifest).flatMap(({ file }) => (FONT.test(file) ? [file] : []))
  return [
    { name: 'entry script', files: filesOf(entry), limitKb: 140 },
    { name: 'styles', files: styles, limitKb: 20 },
    { name: 'bet slip', files: additional(findChunk(manifest, 'slip')), limitKb: 35 },
    { name: 'back office', files: routes('admin.tsx').flatMap(additional), limitKb: 80 },
    { name: 'first view', files: [...filesOf(firstView), ...styles, ...font, 'index.html', 'theme.js'], limitKb: 250 },
  ]
}

let hasFailed = false
for (const { name, files, limitKb } of budgets(readManifest())) {
  const kb = [...new Set(files)].reduce((sum, file) => sum + gzipKb(file), 0)
  const isOver = kb > limitKb
  hasFailed ||= isOver
  process.stdout.write(
    `${isOver ? 'TOO LARGE' : 'ok'.padEnd(9)} ${name.padEnd(13)} ${kb.toFixed(1)} of ${limitKb} KB\n`,
  )
}
process.exitCode = hasFailed ? 1 : 0
