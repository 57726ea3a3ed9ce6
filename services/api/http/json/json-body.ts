// Parses JSON bodies and limits their size, depth and characters; everything else is checked by the schemas. Also sends
// replies that already are JSON text.
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import { scanJson } from './json-scan.ts'

export const BODY_BYTES_MAX = 65_536
export const JSON_TYPE = 'application/json; charset=utf-8'
/** Parsing and checking a larger body may take as long as placing a bet; a single bet is smaller than this. */
const LARGE_BYTES = 1_024

type Enqueue = (request: FastifyRequest, parse: () => Promise<unknown>) => Promise<unknown>

/** How many members the objects of a parsed text have. Of duplicate keys, the parser kept only the last. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const inner of Object.values(value)) members += countMembers(inner)
  return members
}

/** Whether every string and key is well-formed Unicode without NUL, as Postgres and the ledger require. */
function isCleanText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (Array.isArray(value)) return value.every(isCleanText)
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([key, inner]) => isCleanText(key) && isCleanText(inner))
  }
  return true
}

/** Throws ApiError: invalid_json, body_too_deep, number_inexact, text_invalid. */
function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ApiError('text_invalid')
  const text = bytes.toString('utf8')
  const scan = scanJson(text)
  if (scan === null) throw new ApiError('body_too_deep')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json')
  }
  if (countMembers(value) !== scan.members) {
    throw new ApiError('invalid_json', { error: 'The request body has a duplicate key.' })
  }
  if (!scan.exact) throw new ApiError('number_inexact')
  // unescaped text is always clean: UTF-8 has no lone surrogates and JSON no bare NUL
  if (text.includes('\\u') && !isCleanText(value)) throw new ApiError('text_invalid')
  return value
}

/** Compressed, as the resource or on the way; `chunked` is not, and Node has already put it together. */
const isEncoded = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity' ||
  (headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked'

/**
 * `enqueue`: large bodies wait in a queue to be parsed, so that dozens that arrive together do not block everything
 * else.
 */
export function readJsonBodies(app: FastifyInstance, enqueue: Enqueue): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (request, body: Buffer, done) => {
      if (isEncoded(request.headers)) {
        done(new ApiError('unsupported_media_type', { error: 'The request body must not be encoded.' }))
        return
      }
      if (body.length >= LARGE_BYTES) {
        enqueue(request, async () => parseJsonBody(body)).then((value) => done(null, value), done)
        return
      }
      try {
        done(null, parseJsonBody(body))
      } catch (error) {
        done(error as ApiError)
      }
    },
  )
}

/** Sends JSON text. `reply`: of any route; its type only knows the value that the text stands for. */
export function sendJson(reply: unknown, text: string): FastifyReply {
  const open = reply as FastifyReply
  // already answered, because it took too long
  return open.sent ? open : open.type(JSON_TYPE).send(text)
}
