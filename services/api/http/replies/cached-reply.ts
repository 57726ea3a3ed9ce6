// A reply that is kept as bytes: written once, compressed once for each encoding that somebody asks for, sent to many.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JSON_TYPE } from '../json/json-body.ts'
import { COMPRESSED_MIN_BYTES, compress, type Encoding, encodingFor } from './compression.ts'

export class CachedReply {
  readonly bytes: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #etag: string | undefined

  constructor(json: string) {
    this.bytes = Buffer.from(json)
  }

  /** Weak: the same for every encoding. */
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
 * Sends it as the client takes it, or 304 where the client has it already. A route's reply type knows only the value that
 * it stands for.
 */
export async function sendCached(request: FastifyRequest, reply: unknown, kept: CachedReply): Promise<FastifyReply> {
  const open = reply as FastifyReply
  const encoding = kept.bytes.length < COMPRESSED_MIN_BYTES ? null : encodingFor(request.headers['accept-encoding'])
  const current = has(request.headers['if-none-match'], kept.etag)
  const bytes = encoding === null || current ? kept.bytes : await kept.compressed(encoding)
  // it was given up meanwhile, for it took too long
  if (open.sent) return open
  open.header('vary', 'accept-encoding').header('etag', kept.etag)
  // what anybody may see may lie in a browser, which asks each time whether it still holds
  if (request.session === null) open.header('cache-control', 'no-cache')
  if (current) return open.status(304).send()
  if (encoding !== null) open.header('content-encoding', encoding)
  return open.type(JSON_TYPE).send(bytes)
}

/** Whether If-None-Match names this tag. */
const has = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.split(',').some((tag) => tag.trim() === etag))
