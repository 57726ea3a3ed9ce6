// Which processes a changed file concerns, by where it is.
import { dirname } from 'node:path'
import type { Part } from '#services/platform/process/environment.ts'
import { ENTRIES } from '../product.ts'

const PARTS = Object.keys(ENTRIES) as Part[]
/** Folders that the processes load their code from. */
export const WATCHED = ['domain', 'projections', 'services']
/** Loaded by none of the processes. */
const APART = /^services\/(auditor|supervisor)\//
const ONLY_FOR_TESTS = /\.test\.|\/testing\//

const isFor = (file: string, part: Part): boolean => file.startsWith(`${dirname(ENTRIES[part])}/`)

/** `file`: its path in the project. A file beside a process's entry is its own; what lies below is everybody's. */
export function partsOf(file: string): readonly Part[] {
  if (!/\.(ts|js|json|proto)$/.test(file) || ONLY_FOR_TESTS.test(file) || APART.test(file)) return []
  const own = PARTS.filter((part) => isFor(file, part))
  return own.length > 0 ? own : PARTS
}

/** Whether it takes effect only when the product is started again: tables are made at the start, by the supervisor. */
export function needsNewStart(file: string): boolean {
  return !ONLY_FOR_TESTS.test(file) && (file.endsWith('.sql') || /^services\/supervisor\/.*\.ts$/.test(file))
}
