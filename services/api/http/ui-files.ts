// The built UI: hashed assets for ever, everything else asked for again, and the page itself for every address that is
// neither a file nor a call. Whatever ends as a file's name does is a file, and missing where it is not there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Api } from './api.ts'
import type { Headers } from './security-headers.ts'
import { pageHeaders } from './security-headers.ts'

const YEAR_S = 31_536_000
/** Vite names what it builds by content; everything under this folder never changes. */
const HASHED_ASSETS = '/assets/'

const API_PATH = /^\/(api|healthz|readyz|openapi\.json)(\/|$)/
/** `theme.js`, `robots.txt`, `.env`, and whatever is in a hidden folder: no page, no league and no event is called so. */
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

/** Answers whether an address that has no route is one of a page, which is served to whoever reads it. */
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
