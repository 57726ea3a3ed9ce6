// Security headers. Helmet builds its headers for every request, which costs as much as a bet; here they are built once
// at the start.
import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import fastify from 'fastify'

export type Headers = Readonly<Record<string, string>>

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi
const NOT_EXECUTED = /^<script[^>]*\btype=["']?(?!module|text\/javascript)[a-z]/i

/** CSP sources for the page's inline scripts: the hash of each script's text. */
const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(INLINE_SCRIPT)]
    .filter(([tag, text]) => text !== '' && !NOT_EXECUTED.test(tag))
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

/** Without a proxy there is no TLS, and a host name with HSTS could no longer be reached over plain HTTP. */
const transportSecurity = (https: boolean): Headers =>
  https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}

async function helmetHeaders(directives: Record<string, string[]>, https: boolean): Promise<Headers> {
  const probe = fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  probe.get('/', async () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  const set = Object.entries(headers).filter(
    ([name]) => !['content-length', 'date', 'connection', 'content-type'].includes(name),
  )
  return { ...Object.fromEntries(set.map(([name, value]) => [name, String(value)])), ...transportSecurity(https) }
}

/** For pages: everything from this origin, nothing inline except the scripts of the built page. */
export const pageHeaders = (html: string, https: boolean): Promise<Headers> =>
  helmetHeaders(
    {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...inlineScriptHashes(html)],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    https,
  )

/** For the api, which never replies with a page. */
export const apiHeaders = (https: boolean): Headers => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  ...transportSecurity(https),
})
