// The built UI: hashed assets are cached for ever, everything else is validated, and every address that is neither a file nor a
// call gets the page. Whatever ends like a file name is a file, and a 404 if it does not exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Api } from './api.ts'
import { PAGE_TYPE } from './first-games.ts'
import { CachedReply, sendCached } from './replies/cached-reply.ts'
import type { Headers } from './security-headers.ts'
import { pageHeaders } from './security-headers.ts'

const YEAR_S = 31_536_000
/** Vite names files by their content: nothing in this folder ever changes. */
const HASHED_ASSETS = '/assets/'

const API_PATH = /^\/(api|healthz|readyz|openapi\.json)(\/|$)/
/** `theme.js`, `robots.txt`, `.env`, and whatever is in a hidden folder: no page, league or event has such a name. */
const FILE_PATH = /\.[a-z0-9]{1,12}\/*$|\/\./i

/** What / shows before its script has run, and where the script paints. */
const FIRST_PAINT = 'first-paint.html'
const ROOT = '<div id="root">'
const MAIN_PAGE = /^\/(?:[?#]|$)/

function isPage(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  if (API_PATH.test(path) || path.startsWith(HASHED_ASSETS)) return false
  try {
    return !FILE_PATH.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

type Ui = {
  /** Where the built UI is; null serves none. */
  readonly dir: string | null
  readonly https: boolean
  /** Makes of the built page what is sent for /, anew for each request. */
  readonly mainPage: (page: string) => () => CachedReply
}

/** Answers whether an address without a route is a page's, which is served then. */
export async function serveUi(app: Api, { dir, https, mainPage }: Ui): Promise<(url: string) => boolean> {
  const index = dir === null ? null : join(dir, 'index.html')
  if (dir === null || index === null || !existsSync(index)) {
    return () => false
  }
  const page = readFileSync(index, 'utf8')
  const firstPaint = join(dir, FIRST_PAINT)
  const main = mainPage(
    existsSync(firstPaint) ? page.replace(ROOT, `${ROOT}${readFileSync(firstPaint, 'utf8')}`) : page,
  )
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
  const anyPage = new CachedReply(page, PAGE_TYPE)
  app.setNotFoundHandler((request, reply) => {
    reply.headers(headers)
    return sendCached(request, reply, MAIN_PAGE.test(request.url) ? main() : anyPage)
  })
  return isPage
}
