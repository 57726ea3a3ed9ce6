// The public part of a log (c2sp.org/tlog-tiles): its newest checkpoint, its keys, and tiles of hashes.
import { Agent, request } from 'undici'
import { z } from 'zod'
import { NoConnection } from '../../failures.ts'
import { isEndorsed, type KeyChange } from '../../tree/log-keys.ts'
import { HASH_BYTES } from '../../tree/log-tree.ts'

export const TILE_WIDTH = 256
const TIMEOUT_MS = 30_000
/** Most bytes of an answer: of a checkpoint with all its signatures. A tile is smaller. */
const MOST_BYTES = 65_536

const Keys = z.object({
  keys: z.array(
    z.object({
      key: z.string(),
      after: z.int().nonnegative(),
      trustedTo: z.int().nonnegative().nullable(),
      replaces: z.string().nullable(),
      why: z.enum(['rotated', 'lost', 'compromised']).nullable(),
      endorsement: z.string().nullable(),
    }),
  ),
})

type Answer = { readonly status: number; readonly bytes: Buffer }

export class PublicLog {
  readonly #address: string
  readonly #signal: AbortSignal | undefined
  readonly #agent = new Agent({ maxResponseSize: MOST_BYTES })

  /** `address`: the names of tiles are appended to it. */
  constructor(address: string, signal?: AbortSignal) {
    this.#address = address.replace(/\/+$/, '')
    this.#signal = signal
  }

  /** The newest signed checkpoint, or the newest cosigned one. Throws NoConnection if there is none. */
  async checkpoint(isCosigned: boolean): Promise<string> {
    // a log whose checkpoints are all cosigned may ignore the parameter
    const { status, bytes } = await this.#get(isCosigned ? 'checkpoint?of=cosigned' : 'checkpoint')
    if (status !== 200) throw this.#refused('checkpoint', status)
    return bytes.toString('utf8')
  }

  /** The first `width` hashes of a tile. Throws NoConnection if it has fewer, or cannot be read. */
  async tile(level: number, index: number, width: number): Promise<Buffer> {
    const path = tilePath(level, index)
    const wide = await this.#get(width === TILE_WIDTH ? path : `${path}.p/${width}`)
    // a log may delete a partial tile once the full one is there
    const { status, bytes } = wide.status === 404 && width < TILE_WIDTH ? await this.#get(path) : wide
    if (status !== 200 || bytes.length < width * HASH_BYTES) throw this.#refused(path, status)
    return bytes.subarray(0, width * HASH_BYTES)
  }

  /**
   * Changes of the log's key as it states them, oldest first; none if it has no such page. They count only if endorsed.
   * Throws NoConnection.
   */
  async keyChanges(): Promise<KeyChange[]> {
    const { status, bytes } = await this.#get('keys')
    if (status === 404) return []
    if (status !== 200) throw this.#refused('keys', status)
    const told = Keys.safeParse(jsonOf(bytes))
    if (!told.success) throw new NoConnection(`${this.#address}/keys does not say which keys there are`)
    const keys = told.data.keys.toReversed()
    return keys.flatMap(({ key, after: signed, replaces, why, endorsement }) => {
      if (replaces === null || why === null) return []
      const trustedTo = keys.find((one) => one.key === replaces)?.trustedTo ?? undefined
      const change = { key, replaces, why, signed, ...(trustedTo === undefined ? {} : { trustedTo }) }
      const whole = endorsement === null ? change : { ...change, endorsement }
      return { ...whole, number: null, isEndorsed: isEndorsed(whole) }
    })
  }

  close(): Promise<void> {
    return this.#agent.close()
  }

  async #get(path: string): Promise<Answer> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = this.#signal === undefined ? timeout : AbortSignal.any([this.#signal, timeout])
    try {
      const { statusCode, body } = await request(`${this.#address}/${path}`, { dispatcher: this.#agent, signal })
      return { status: statusCode, bytes: Buffer.from(await body.arrayBuffer()) }
    } catch (error) {
      this.#signal?.throwIfAborted()
      throw new NoConnection(`${this.#address} cannot be reached: ${(error as Error).message}`)
    }
  }

  #refused(path: string, status: number): NoConnection {
    return new NoConnection(`${this.#address}/${path} is not there (${status})`)
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

/** The index is written in groups of three digits, all but the last with an x in front. */
function tilePath(level: number, index: number): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!
  return `tile/${level}/${groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')}`
}
