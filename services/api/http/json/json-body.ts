// JSON in and out. A body: how large and how deep it may be, what text it may hold; everything else is for the schemas.
// A reply that is text already: sent as it is.
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import { ALWAYS_EXACT_LENGTH, isReadExactly } from './exact-number.ts'

export const BODY_BYTES_MAX = 65_536
export const JSON_TYPE = 'application/json; charset=utf-8'
type InTurn = (request: FastifyRequest, parse: () => Promise<unknown>) => Promise<unknown>

const DEPTH_MAX = 16

const QUOTE = 34
const BACKSLASH = 92
const MINUS = 45

type Written = {
  /** How many members the objects have. */
  readonly members: number
  /** Whether every number is still the same once it is read. */
  readonly exact: boolean
}

/** What a parser would pass over in silence; null where brackets nest too deeply for one to follow them. */
function writtenIn(text: string): Written | null {
  let depth = 0
  let members = 0
  let exact = true
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
          if (text.charCodeAt(at) === BACKSLASH) at++
        }
        break
      case 91: // [
      case 123: // {
        if (++depth > DEPTH_MAX) return null
        break
      case 93:
      case 125:
        depth--
        break
      case 58: // :
        members++
        break
      case MINUS:
      case 48:
      case 49:
      case 50:
      case 51:
      case 52:
      case 53:
      case 54:
      case 55:
      case 56:
      case 57: {
        const end = endOfNumber(text, at)
        exact &&= isExact(text, at, end)
        at = end - 1
      }
    }
  }
  return { members, exact }
}

function endOfNumber(text: string, begin: number): number {
  let at = begin + 1
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // digits, point, signs; e and E
    if ((code < 48 || code > 57) && code !== 46 && code !== MINUS && code !== 43 && (code | 32) !== 101) break
  }
  return at
}

/** Most are short and have no exponent: those are not looked at. */
function isExact(text: string, begin: number, end: number): boolean {
  const literal = text.slice(begin, end)
  return (literal.length <= ALWAYS_EXACT_LENGTH && !/e/i.test(literal)) || isReadExactly(literal)
}

/** How many members the objects have that a text was read as: of those with one name, the last is left. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let members = Array.isArray(value) ? 0 : Object.keys(value).length
  for (const inner of Object.values(value)) members += membersOf(inner)
  return members
}

/** Whether every string and every key is well-formed Unicode without NUL, as Postgres and the ledger need it. */
function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (Array.isArray(value)) return value.every(isClean)
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([key, inner]) => isClean(key) && isClean(inner))
  }
  return true
}

/** Throws ApiError: invalid_json, body_too_deep, number_inexact, text_invalid. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ApiError('text_invalid')
  const text = bytes.toString('utf8')
  const written = writtenIn(text)
  if (written === null) throw new ApiError('body_too_deep')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json')
  }
  if (membersOf(value) !== written.members)
    throw new ApiError('invalid_json', { error: 'The request body says something twice.' })
  if (!written.exact) throw new ApiError('number_inexact')
  // unescaped text is clean already: UTF-8 has no lone surrogates, JSON no bare NUL
  if (text.includes('\\u') && !isClean(value)) throw new ApiError('text_invalid')
  return value
}

/** To parse and check a larger one may take as long as to place a bet; a single bet is smaller. */
const LARGE_BYTES = 1_024

/** `inTurn`: when a large body is parsed, so that dozens that arrive together do not keep everything else waiting. */
export function readJsonBodies(app: FastifyInstance, inTurn: InTurn): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (request, body: Buffer, done) => {
      if (body.length >= LARGE_BYTES) {
        inTurn(request, async () => parseJsonBody(body)).then((value) => done(null, value), done)
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

/** Sends JSON that was written beforehand; a route's reply type knows only the value that it stands for. */
export function sendJson(reply: unknown, text: string): FastifyReply {
  const open = reply as FastifyReply
  // it was given up meanwhile, for it took too long
  return open.sent ? open : open.type(JSON_TYPE).send(text)
}
