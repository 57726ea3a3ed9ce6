// Which methods a path has: an unknown path gets a 404, another method of a known path a 405 with `Allow`.
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { Api } from './api.ts'

/** Methods of a page or a file of the UI. */
export const PAGE_METHODS = 'GET, HEAD, OPTIONS'
const ORDER = ['GET', 'HEAD', 'POST']

export type KnownPaths = {
  /** The methods of a URL as `Allow` lists them; null if it is unknown. */
  allow(url: string): string | null
}

/** Collects the routes that are added to `app` from here on. */
export function watchPaths(app: Api, options: { maxParamLength: number; ignoreTrailingSlash: boolean }): KnownPaths {
  const methods = new Map<string, Set<string>>()
  // all methods of a path are registered under this one
  const method: HTTPMethod = 'GET'
  const paths = findMyWay(options)
  app.addHook('onRoute', ({ url, method: added }) => {
    let known = methods.get(url)
    if (known === undefined) {
      known = new Set()
      methods.set(url, known)
      paths.on(method, url, () => undefined, known)
    }
    for (const one of [added].flat()) known.add(one)
  })
  return {
    allow(url) {
      const known = paths.find(method, url)?.store as Set<string> | undefined
      if (known === undefined) return null
      return [...ORDER.filter((one) => known.has(one)), 'OPTIONS'].join(', ')
    },
  }
}
