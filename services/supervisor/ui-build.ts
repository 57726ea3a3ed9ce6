// The pages that the api serves, built where they are missing or older than what they are made of.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { environmentOf } from '#services/platform/process/environment.ts'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'ui/dist')
/** What goes into the pages. */
export const SOURCES = ['ui', 'domain', 'services/contract', 'package-lock.json']
const CACHE = join(ROOT, 'node_modules/.cache')

export function isUiStale(): boolean {
  const built = modifiedAt(join(DIST, 'index.html'))
  return built === 0 || SOURCES.some((source) => newest(join(ROOT, source)) > built)
}

/**
 * Builds aside and puts the result in place in one step: what is there is always whole. Throws an error with what the
 * build said last.
 */
export async function buildUi(signal: AbortSignal): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const draft = join(CACHE, `ui-${process.pid}`)
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const args = [vite, 'build', '--config', join(ROOT, 'ui/vite.config.ts'), '--outDir', draft, '--emptyOutDir']
  try {
    await run(args, signal)
    rmSync(DIST, { recursive: true, force: true })
    renameSync(draft, DIST)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function run(args: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...environmentOf(process.env), NODE_ENV: 'production' }
    const child = spawn(process.execPath, args, { cwd: ROOT, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4_000)
      })
    }
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`the pages could not be built:\n${said.trim()}`))
    })
  })
}

function newest(path: string): number {
  if (!existsSync(path)) return 0
  if (!statSync(path).isDirectory()) return modifiedAt(path)
  const entries = readdirSync(path, { withFileTypes: true })
  return Math.max(0, ...entries.filter(isSource).map((entry) => newest(join(path, entry.name))))
}

/** Neither what is built, nor what is not part of the pages. */
function isSource({ name }: { name: string }): boolean {
  return !['dist', 'e2e', 'node_modules', 'routeTree.gen.ts', '.tanstack'].includes(name) && !name.includes('.test.')
}

function modifiedAt(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}
