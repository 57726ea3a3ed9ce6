// Replies in fewer bytes, for clients that take them so. Never those of sign-in and sign-up: a secret beside text that
// somebody else may choose shows in the length of what is compressed.
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

export type Encoding = 'br' | 'gzip'
/** In the order in which they are preferred where a client takes both alike. */
const ENCODINGS: Encoding[] = ['br', 'gzip']
/** Smaller replies fit in a packet or two anyway. */
export const COMPRESSED_MIN_BYTES = 1_400
/** Brotli's own default of 11 is for files that are compressed once and served for years. */
const BROTLI_QUALITY = 4

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Off the main thread. */
export const compress = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? toGzip(bytes)
    : toBrotli(bytes, {
        params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })

/** What an Accept-Encoding refuses by name: the library would take it for one that its `*` stands for. */
const REFUSED = /(?:^|,)[ \t]*(br|gzip)[ \t]*;[ \t]*q=0(?:\.0*)?[ \t]*(?=,|$)/gi

/** What a client takes, by its Accept-Encoding; null: as it is. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null
  if (!accepted.includes('*')) return negotiate(accepted, ENCODINGS)
  const refused = new Set([...accepted.matchAll(REFUSED)].map(([, name = '']) => name.toLowerCase()))
  return negotiate(
    accepted,
    ENCODINGS.filter((encoding) => !refused.has(encoding)),
  )
}
