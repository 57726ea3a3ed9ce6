// The built UI: hashed assets are cached for ever, everything else is validated, and every address that is neither a file nor a
// call gets the page. Whatever ends like a file name is a file, and a 404 if it does not exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Api } from './api.ts'
import type { Headers } from './security-headers.ts'
import { pageHeaders } from './security-headers.ts'

const YEAR_S = 31_536_000
/** Vite names files by their content: nothing in this folder ever changes. */
const HASHED_ASSETS = '/assets/'

const API_PATH = /^\/(api|healthz|readyz|openapi\.json)(\/|$)/
/** `theme.js`, `robots.txt`, `.env`, and whatever is in a hidden folder: no page, league or event has such a name. */
const FILE_PATH = /\.[a-z0-9]{1,12}\/*$|\/\./i

function isPage(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  if (API_PATH.test(path) || path.startsWith(HASHED_ASSETS)) return false
  try {
    return !FILE_PATH.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Answers whether an address without a route is a page's, which is served then. */
export async function serveUi(app: Api, dir: string | null, https: boolean): Promise<(url: string) => boolean> {
  const index = dir === null ? null : join(dir, 'index.html')
  if (dir === null || index === null || !existsSync(index)) {
    return () => false
  }
  const page = readFileSync(index, 'utf8')
  const headers: Headers = await pageHeaders(page, https)

  await app.register(fastifyStatic, {
    root: dir,
    serve: true,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders(reply, path) {
      reply.headers(headers)
      reply.header('cache-control', path.includes(HASHED_ASSETS) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.headers(headers).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
  )
  return isPage
}
