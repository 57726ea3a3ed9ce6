// Pseudonyms of names and addresses, for tables that only compare them and for the security log. Stable, so that
// entries can be correlated; an HMAC, so that nobody without the key can test names against them.
import { createHmac } from 'node:crypto'
import type pg from 'pg'

/** The first 16 of SHA-256's 32 bytes are enough to be unique. */
const BYTES = 16

export type Pseudonyms = {
  /** Of a normalised user name, whether or not it exists. */
  name(normal: string): Buffer
  /** Of an address, or of the network that counts as one. */
  network(network: string): Buffer
  /** Of a name and a network together. */
  pair(normal: string, network: string): Buffer
}

export function createPseudonyms(key: Uint8Array): Pseudonyms {
  const of = (kind: string, ...values: string[]): Buffer =>
    createHmac('sha256', key)
      .update([kind, ...values].join('\n'))
      .digest()
      .subarray(0, BYTES)
  return {
    name: (normal) => of('name', normal),
    network: (network) => of('network', network),
    pair: (normal, network) => of('pair', normal, network),
  }
}

/** Uses the key that all processes of a product share. */
export async function openPseudonyms(pool: Pick<pg.Pool, 'query'>): Promise<Pseudonyms> {
  const { rows } = await pool.query<{ value: Buffer }>(`select value from app.secret where name = 'pseudonyms'`)
  return createPseudonyms(rows[0]!.value)
}
