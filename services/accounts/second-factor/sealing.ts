// Seals what only the product may read: AES-256-GCM with the installation's key, so that a table of sealed values alone
// reveals nothing, and no value can be moved to another place.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type pg from 'pg'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Sealing = {
  /** `place`: what the value is and whose; it opens only with the same place. */
  seal(place: string, value: Uint8Array): Buffer
  /** Null if it was not sealed for this place with this key. */
  open(place: string, sealed: Uint8Array): Buffer | null
}

export function createSealing(key: Uint8Array): Sealing {
  return {
    seal(place, value) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place))
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
    },
    open(place, sealed) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Uses the key that all processes of a product share. */
export async function openSealing(pool: Pick<pg.Pool, 'query'>): Promise<Sealing> {
  const { rows } = await pool.query<{ value: Buffer }>(`select value from app.secret where name = 'second-factor'`)
  return createSealing(rows[0]!.value)
}
