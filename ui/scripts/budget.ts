// Compares what a visitor has to load with what we allow, in gzipped kilobytes. Run it after the build; exits with 1
// where something is too large.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
type Budget = { what: string; files: string[]; limitKb: number }

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const FONT = /geist-latin-wght-normal.*\.woff2$/

function readManifest(): Manifest {
  const path = `${dist}.vite/manifest.json`
  if (!existsSync(path)) throw new Error('There is no build to measure: run `npm run build` first.')
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

/** A chunk and everything it imports before it can run. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports ?? []) closure(manifest, imported, seen)
  return seen
}

/** The chunk that a source became; one that several pages share is known by its file's name alone. */
function keyOf(manifest: Manifest, name: string): string {
  const found = Object.entries(manifest).find(([, { file }]) => file.startsWith(`assets/${name}-`))
  if (!found) throw new Error(`The build has no chunk called ${name}.`)
  return found[0]
}

const gzipKb = (file: string) => gzipSync(readFileSync(dist + file), { level: 9 }).length / 1024

function budgets(manifest: Manifest): Budget[] {
  const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entryKey) throw new Error('The build has no entry.')
  const entry = closure(manifest, entryKey)
  const filesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? [])
  const styles = [...new Set(Object.values(manifest).flatMap((chunk) => chunk.css ?? []))]
  /** What comes on top of the entry when a part is first opened. */
  const onTop = (key: string) => filesOf([...closure(manifest, key)].filter((part) => !entry.has(part)))
  const routes = (name: string) =>
    Object.keys(manifest).filter((key) => key.startsWith(`src/routes/${name}?`) || key === `src/routes/${name}`)
  const firstView = new Set(entry)
  for (const key of ['_shell.tsx', '_shell/index.tsx'].flatMap(routes)) closure(manifest, key, firstView)
  const font = Object.values(manifest).flatMap(({ file }) => (FONT.test(file) ? [file] : []))
  return [
    { what: 'entry script', files: filesOf(entry), limitKb: 140 },
    { what: 'styles', files: styles, limitKb: 20 },
    { what: 'bet slip', files: onTop(keyOf(manifest, 'slip-panel')), limitKb: 35 },
    { what: 'back office', files: routes('admin.tsx').flatMap(onTop), limitKb: 80 },
    { what: 'first view', files: [...filesOf(firstView), ...styles, ...font, 'index.html', 'theme.js'], limitKb: 250 },
  ]
}

let failed = false
for (const { what, files, limitKb } of budgets(readManifest())) {
  const kb = [...new Set(files)].reduce((sum, file) => sum + gzipKb(file), 0)
  const over = kb > limitKb
  failed ||= over
  process.stdout.write(`${over ? 'TOO LARGE' : 'ok'.padEnd(9)} ${what.padEnd(13)} ${kb.toFixed(1)} of ${limitKb} KB\n`)
}
process.exitCode = failed ? 1 : 0
