// The built UI: hashed assets are cached for ever, everything else is validated. Every URL that is neither a file nor a
// call gets the page; whatever ends like a file name is taken for a file, and gets a 404 if there is none.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Api } from './api.ts'
import { PAGE_TYPE } from './first-games.ts'
import { CachedReply, sendCached } from './replies/cached-reply.ts'
import type { Headers } from './security-headers.ts'
import { pageHeaders } from './security-headers.ts'

const YEAR_S = 31_536_000
/** Vite names these files by their content, so they never change. */
const HASHED_ASSETS = '/assets/'

const API_PATH = /^\/(api|healthz|readyz|openapi\.json)(\/|$)/
/** `theme.js`, `robots.txt`, `.env`, and whatever is in a hidden folder. No page, league or event has such a name. */
const FILE_PATH = /\.[a-z0-9]{1,12}\/*$|\/\./i

/** What pages show before their script has run, and the element that the script paints into. */
const FIRST_PAINTS = 'first-paints.json'
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
  /** Folder of the built UI; null serves none. */
  readonly dir: string | null
  readonly https: boolean
  /** Makes of the built page a function that gives the reply to each request for /. */
  readonly mainPage: (page: string) => () => CachedReply
}

/**
 * Serves the UI's files. Returns a function that tells whether a URL without a route belongs to a page, which is served
 * then.
 */
export async function serveUi(app: Api, { dir, https, mainPage }: Ui): Promise<(url: string) => boolean> {
  const index = dir === null ? null : join(dir, 'index.html')
  if (dir === null || index === null || !existsSync(index)) {
    return () => false
  }
  const page = readFileSync(index, 'utf8')
  const paintedPages = readPaintedPages(page, join(dir, FIRST_PAINTS))
  const main = mainPage(pageAt('/', paintedPages) ?? page)
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
  const replies = paintedPages.map(([path, painted]) => [path, new CachedReply(painted, PAGE_TYPE)] as const)
  const plain = new CachedReply(page, PAGE_TYPE)
  app.setNotFoundHandler((request, reply) => {
    reply.headers(headers)
    return sendCached(request, reply, MAIN_PAGE.test(request.url) ? main() : (pageAt(request.url, replies) ?? plain))
  })
  return isPage
}

type ByPath<Page> = readonly (readonly [path: RegExp, page: Page])[]

/** The page as it is sent for each kind of URL; the first match counts. Empty if the build has no first paints. */
function readPaintedPages(page: string, path: string): ByPath<string> {
  if (!existsSync(path)) return []
  const paints = JSON.parse(readFileSync(path, 'utf8')) as readonly { readonly path: string; readonly html: string }[]
  return paints.map((paint) => [new RegExp(paint.path), page.replace(ROOT, () => `${ROOT}${paint.html}`)])
}

const pageAt = <Page>(url: string, pages: ByPath<Page>): Page | undefined => {
  const [path = ''] = url.split(/[?#]/, 1)
  return pages.find(([pattern]) => pattern.test(path))?.[1]
}
