import { knownSearch } from './known-search.ts'
import { safePath } from './safe-path.ts'

/** Where an address says to go on to: within the product, and not home, which is where one goes without it. */
export function readRedirect({ redirect }: Record<string, unknown>): { redirect?: string } {
  const target = safePath(redirect)
  return target === '/' ? {} : { redirect: target }
}

/** For `validateSearch` of a route that knows nothing else. */
export const redirectSearch = knownSearch(readRedirect)
