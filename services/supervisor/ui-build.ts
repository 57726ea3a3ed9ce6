// Builds the pages that the api serves, if they are missing or older than their sources.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ensureFolder } from '#services/platform/folders.ts'
import { environmentOf } from '#services/platform/process/service-environment.ts'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'ui/dist')
/** The sources of the pages. */
export const SOURCES = ['ui', 'domain', 'services/contract', 'services/csv', 'package-lock.json']
const CACHE = join(ROOT, 'node_modules/.cache')

export function isUiStale(): boolean {
  const built = modifiedAt(join(DIST, 'index.html'))
  return built === 0 || SOURCES.some((source) => newest(join(ROOT, source)) > built)
}

/**
 * Builds in another place and moves the result, so that what is served is always complete. A kill between two moves
 * leaves nothing there, and the next start builds it. Throws an error with the end of the build's output.
 */
export async function buildUi(signal: AbortSignal): Promise<void> {
  ensureFolder(CACHE)
  const draft = join(CACHE, `ui-${process.pid}`)
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const args = [vite, 'build', '--config', join(ROOT, 'ui/vite.config.ts'), '--outDir', draft, '--emptyOutDir']
  try {
    await run(args, signal)
    replaceFolder(DIST, draft, join(CACHE, 'ui-before'))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** `before`: where the existing folder goes meanwhile, and is moved back from if `next` cannot replace it. */
export function replaceFolder(path: string, next: string, before: string): void {
  rmSync(before, { recursive: true, force: true })
  const isAside = existsSync(path) && movesAside(path, before)
  try {
    renameSync(next, path)
  } catch (error) {
    if (isAside) renameSync(before, path)
    throw error
  }
  rmSync(before, { recursive: true, force: true })
}

/** False if it cannot be moved and was deleted: a container's file system cannot move a folder of the image. */
function movesAside(path: string, before: string): boolean {
  try {
    renameSync(path, before)
    return true
  } catch {
    rmSync(path, { recursive: true, force: true })
    return false
  }
}

function run(args: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...environmentOf(process.env), NODE_ENV: 'production' }
    const child = spawn(process.execPath, args, { cwd: ROOT, env, signal, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4_000)
      })
    }
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`the pages could not be built:\n${output.trim()}`))
    })
  })
}

function newest(path: string): number {
  if (!existsSync(path)) return 0
  if (!statSync(path).isDirectory()) return modifiedAt(path)
  const entries = readdirSync(path, { withFileTypes: true })
  return Math.max(0, ...entries.filter(isSource).map((entry) => newest(join(path, entry.name))))
}

/** True unless it is build output, or a file that is not part of the pages. */
function isSource({ name }: { name: string }): boolean {
  return !['dist', 'e2e', 'node_modules', 'routeTree.gen.ts', '.tanstack'].includes(name) && !name.includes('.test.')
}

function modifiedAt(path: string): number {
  return existsSync(path) ? statSync(path).mtimeMs : 0
}
