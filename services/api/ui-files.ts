// The built UI: hashed assets for ever, everything else asked for again, and the page itself for every address that is
// neither a file nor a call.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ApiError } from './errors.ts'
import type { Headers } from './security.ts'
import { pageHeaders } from './security.ts'
import type { Api } from './server.ts'

const YEAR_S = 31_536_000
/** Vite names what it builds by content; everything under this folder never changes. */
const HASHED = '/assets/'

const isCall = (url: string): boolean => /^\/(api|healthz|readyz|openapi\.json)(\/|\?|$)/.test(url)

export async function serveUi(app: Api, dir: string | null, https: boolean): Promise<void> {
  const index = dir === null ? null : join(dir, 'index.html')
  if (dir === null || index === null || !existsSync(index)) {
    app.setNotFoundHandler(() => {
      throw new ApiError('not_found')
    })
    return
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
      reply.header('cache-control', path.includes(HASHED) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads || isCall(request.url) || request.url.startsWith(HASHED)) throw new ApiError('not_found')
    return reply.headers(headers).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
