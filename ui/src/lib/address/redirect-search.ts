import { knownSearch } from './known-search.ts'
import { safePath } from './safe-path.ts'

/** Where to go after signing in: a path of the product. Left out for '/', which is the default. */
export function readRedirect({ redirect }: Record<string, unknown>): { redirect?: string } {
  const target = safePath(redirect)
  return target === '/' ? {} : { redirect: target }
}

/** For `validateSearch` of a route that has no other search parameters. */
export const redirectSearch = knownSearch(readRedirect)
