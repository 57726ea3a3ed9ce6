// What stands for a name or an address where it need not be readable: in tables that only compare, and in the security
// log. Stable, so that what belongs together can be seen; an HMAC, so that nobody without the key can try names.
import { createHmac } from 'node:crypto'
import type pg from 'pg'

/** Of SHA-256's 32 bytes: enough that no two are alike. */
const BYTES = 16

export type Pseudonyms = {
  /** Of a normalised user name, whether anybody has it or not. */
  name(normal: string): Buffer
  /** Of an address, or the network that counts as one. */
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

/** With the key that all processes of a product share. */
export async function openPseudonyms(pool: Pick<pg.Pool, 'query'>): Promise<Pseudonyms> {
  const { rows } = await pool.query<{ value: Buffer }>(`select value from app.secret where name = 'pseudonyms'`)
  return createPseudonyms(rows[0]!.value)
}
