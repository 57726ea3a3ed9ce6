// Writes a version into the build's service worker that changes with the files it holds.
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const WORKER = 'sw.js'
const PLACE = '__VERSION__'

/** The files that the worker lists as its own. */
function filesOf(worker: string): string[] {
  const list = /const FILES = \[([^\]]*)\]/.exec(worker)?.[1]
  if (list === undefined) throw new Error(`${WORKER} does not list its files.`)
  return list.split(',').map((name) => (name.includes('PAGE') ? 'offline.html' : name.replace(/[\s'/]/g, '')))
}

export function offlineVersion(): Plugin {
  let outDir = ''
  return {
    name: 'fairbook-offline-version',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    closeBundle() {
      const worker = readFileSync(join(outDir, WORKER), 'utf8')
      const text = filesOf(worker).map((file) => readFileSync(join(outDir, file), 'utf8'))
      const version = hash('sha256', [worker, ...text].join('\0'), 'base64url').slice(0, 12)
      writeFileSync(join(outDir, WORKER), worker.replace(PLACE, version))
    },
  }
}
