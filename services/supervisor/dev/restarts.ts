// Which processes a changed file concerns, by its path.
import { dirname } from 'node:path'
import type { Service } from '#services/platform/process/service-environment.ts'
import { ENTRIES } from '../product.ts'

const SERVICES = Object.keys(ENTRIES) as Service[]
/** Folders that the processes load their code from. */
export const WATCHED = ['domain', 'projections', 'services']
/** Not loaded by any of the processes. */
const APART = /^services\/(auditor|supervisor)\//
const ONLY_FOR_TESTS = /\.test\.|\/testing\//

const isFor = (file: string, service: Service): boolean => file.startsWith(`${dirname(ENTRIES[service])}/`)

/**
 * `file`: its path in the project. A file beside a process's entry belongs to that process; everything lower is shared.
 */
export function servicesOf(file: string): readonly Service[] {
  if (!/\.(ts|js|json|csv)$/.test(file) || ONLY_FOR_TESTS.test(file) || APART.test(file)) return []
  const own = SERVICES.filter((service) => isFor(file, service))
  return own.length > 0 ? own : SERVICES
}

/** Whether it takes effect only when the product is started again: the supervisor creates the tables at the start. */
export function needsNewStart(file: string): boolean {
  return !ONLY_FOR_TESTS.test(file) && (file.endsWith('.sql') || /^services\/supervisor\/.*\.ts$/.test(file))
}
