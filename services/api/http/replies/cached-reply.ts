// A reply cached as bytes: serialized once, compressed once per encoding that is requested, sent many times.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JSON_TYPE } from '../json/json-body.ts'
import { COMPRESSED_MIN_BYTES, compress, type Encoding, encodingFor } from './compression.ts'

export class CachedReply {
  readonly bytes: Buffer
  readonly type: string
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #etag: string | undefined

  constructor(text: string, type = JSON_TYPE) {
    this.bytes = Buffer.from(text)
    this.type = type
  }

  /** A weak tag, because it is the same for every encoding. */
  get etag(): string {
    this.#etag ??= `W/"${hash('sha256', this.bytes, 'base64url').slice(0, 22)}"`
    return this.#etag
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    let bytes = this.#compressed.get(encoding)
    if (bytes === undefined) {
      bytes = compress(this.bytes, encoding)
      this.#compressed.set(encoding, bytes)
    }
    return bytes
  }
}

/**
 * Sends the reply in an encoding that the client accepts, or 304 if the client already has it. `reply`: of any route;
 * its type only knows the value that the bytes stand for.
 */
export async function sendCached(request: FastifyRequest, reply: unknown, cached: CachedReply): Promise<FastifyReply> {
  const open = reply as FastifyReply
  const encoding = cached.bytes.length < COMPRESSED_MIN_BYTES ? null : encodingFor(request.headers['accept-encoding'])
  const isCurrent = hasTag(request.headers['if-none-match'], cached.etag)
  const bytes = encoding === null || isCurrent ? cached.bytes : await cached.compressed(encoding)
  // already answered, because it took too long
  if (open.sent) return open
  open.header('vary', 'accept-encoding').header('etag', cached.etag)
  // the browser may store public replies, but has to validate them every time
  if (request.session === null) open.header('cache-control', 'no-cache')
  if (isCurrent) return open.status(304).send()
  if (encoding !== null) open.header('content-encoding', encoding)
  return open.type(cached.type).send(bytes)
}

/** Whether If-None-Match names this tag. */
const hasTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.split(',').some((tag) => tag.trim() === etag))
