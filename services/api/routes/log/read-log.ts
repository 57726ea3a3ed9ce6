// GET /api/log/…: the transparency log (c2sp.org/tlog-tiles). Everybody may read signed checkpoints and the hashes
// below them; the events themselves are for super admins and auditors.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ErrorReply } from '#services/contract/contract.ts'
import { LogKeys } from '#services/contract/log-keys.ts'
import { bundleOf } from '#services/transparency/entry-bundle.ts'
import { parseTilePath } from '#services/transparency/tile-path.ts'
import { seesAll, sessionOf } from '../../auth/authentication.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { answering, sendText } from '../../http/replies/send-text.ts'
import type { Services } from '../../services.ts'

const PUBLIC = { queue: 'reads' } as const
const TEXT = answering('Text', 'text/plain')
const HASHES = answering('SHA-256 hashes of 32 bytes each, one after the other', 'application/octet-stream')
const ENTRIES = answering('Events, each after its length in two bytes', 'application/octet-stream')
const TAGS = ['log']
/** A tile never changes under its name. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const TILE_TYPE = 'application/octet-stream'

export function readLog(app: Api, services: Services): void {
  const { log, store, views } = services
  app.get(
    '/api/log/checkpoint',
    {
      schema: {
        summary:
          'The newest signed checkpoint of the log (c2sp.org/tlog-checkpoint), or the newest that witnesses have cosigned, too',
        tags: TAGS,
        querystring: z.strictObject({ of: z.enum(['newest', 'cosigned']).default('newest') }),
        response: TEXT,
      },
      config: PUBLIC,
    },
    async (request, reply) => {
      const signed = request.query.of === 'cosigned' ? await log.cosigned() : await log.checkpoint()
      if (signed === null) throw new ApiError('not_found')
      return sendText(reply, signed.note, { cacheControl: 'no-cache' })
    },
  )
  app.get(
    '/api/log/key',
    {
      schema: {
        summary: 'The keys that sign the log, one a line, the newest first (verifier keys of c2sp.org/signed-note)',
        tags: TAGS,
        response: TEXT,
      },
      config: PUBLIC,
    },
    async (_request, reply) => {
      const keys = await log.keys()
      if (keys.length === 0) throw new ApiError('not_found')
      const lines = keys.map(({ key }) => `${key}\n`)
      return sendText(reply, lines.join(''), { cacheControl: 'no-cache' })
    },
  )
  app.get(
    '/api/log/keys',
    {
      schema: {
        summary:
          'The same keys with what the ledger says of each: which checkpoints it signs, which it replaced and why',
        tags: TAGS,
        response: { 200: LogKeys, '4xx': ErrorReply, '5xx': ErrorReply },
      },
      config: PUBLIC,
    },
    async (_request, reply) => {
      const keys = await log.keys()
      if (keys.length === 0) throw new ApiError('not_found')
      return reply.header('cache-control', 'no-cache').send({ keys })
    },
  )
  app.get(
    '/api/log/tile/*',
    {
      schema: {
        summary: 'Hashes of the log’s tree (c2sp.org/tlog-tiles)',
        tags: TAGS,
        params: z.object({ '*': z.string() }),
        response: HASHES,
      },
      config: PUBLIC,
    },
    async (request, reply) => {
      const name = parseTilePath(request.params['*'])
      const found = name === null || name.level === null ? null : await log.tile(name.level, name.index, name.width)
      if (found === null) throw new ApiError('not_found')
      return (reply as FastifyReply).type(TILE_TYPE).header('cache-control', FOR_EVER).send(found.hashes)
    },
  )
  app.get(
    '/api/log/tile/entries/*',
    {
      schema: {
        summary: 'Events of the log, 256 in a bundle (c2sp.org/tlog-tiles)',
        tags: TAGS,
        params: z.object({ '*': z.string() }),
        response: ENTRIES,
      },
      config: { queue: 'reads', session: { refusal: 'unauthorized', admin: true } },
    },
    async (request, reply) => {
      // they contain everybody's bets
      const session = sessionOf(request)
      if (!seesAll(session)) throw new ApiError('super_admin_required')
      const name = parseTilePath(`entries/${request.params['*']}`)
      const tile = name === null ? null : await log.tile(0, name.index, name.width)
      if (name === null || tile === null) throw new ApiError('not_found')
      await views.ofAll(session, 'log-entries')
      const bundle = await bundleOf(store, tile.follows, name.width)
      return (reply as FastifyReply).type(TILE_TYPE).header('cache-control', 'private, no-cache').send(bundle)
    },
  )
}
