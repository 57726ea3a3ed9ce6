// Compression of replies, for clients that accept it. Never for sign-in and sign-up: the compressed length would leak a
// secret that stands next to text chosen by somebody else.
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip'
/** In order of preference, for clients that accept both equally. */
const ENCODINGS: Encoding[] = ['br', 'gzip']
/** Smaller replies fit into a packet or two anyway. */
export const COMPRESSED_MIN_BYTES = 1_400
/** Brotli's default of 11 is meant for files that are compressed once and served for years. */
const BROTLI_QUALITY = 4

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Runs off the main thread. */
export const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? toGzip(bytes)
    : toBrotli(bytes, {
        params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })

/** Encodings that an Accept-Encoding excludes by name; the library would still match them with its `*`. */
const EXCLUDED = /(?:^|,)[ \t]*(br|gzip)[ \t]*;[ \t]*q=0(?:\.0*)?[ \t]*(?=,|$)/gi

/** The best encoding that a client accepts; null if none. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  if (!accepted.includes('*')) return negotiate(accepted, ENCODINGS)
  const excluded = new Set([...accepted.matchAll(EXCLUDED)].map(([, name = '']) => name.toLowerCase()))
  return negotiate(
    accepted,
    ENCODINGS.filter((encoding) => !excluded.has(encoding)),
  )
}
