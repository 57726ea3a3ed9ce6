// A notary for tests, with a key that is gone with it.
import { generateKeyPairSync } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { type KeptCheckpoint, keptIn } from '../kept-checkpoint.ts'
import { type KeySettings, openLogKey } from '../log-key.ts'
import { type Notary, type NotaryOptions, startNotary } from '../notary.ts'

export const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

function inMemory(): KeptCheckpoint {
  let kept: string | null = null
  return {
    read: () => kept,
    write: (note) => {
      kept = note
    },
  }
}

export const ORIGIN = 'fairbook.example/log'

/** A key is made up where they give none. */
const settingsOf = (settings: Partial<KeySettings>): KeySettings => ({
  DATA_DIR: '/nowhere',
  LOG_ORIGIN: ORIGIN,
  LOG_SIGNING_KEY: settings.DATA_DIR === undefined ? newKey() : undefined,
  LOG_SIGNING_KEY_FILE: undefined,
  LOG_SIGNING_KEY_OLD: undefined,
  LOG_SIGNING_KEY_OLD_FILE: undefined,
  LOG_KEY_CHANGED: undefined,
  LOG_KEY_CHANGE_REASON: undefined,
  LOG_KEY_TRUSTED_TO: undefined,
  ...settings,
})

/** The key as a notary opens it, without one. */
export const openTestKey = (store: EventStore, client: pg.Client, settings: Partial<KeySettings>) =>
  openLogKey(settingsOf(settings), client, { store, businessNow: async () => new Date() })

/** `settings`: of the key. Without a folder what was signed is kept in memory. */
export function startTestNotary(
  store: EventStore,
  url: string,
  settings: Partial<KeySettings> = {},
  beside: Pick<NotaryOptions, 'witnesses' | 'log'> = {},
): Notary {
  const given = settingsOf(settings)
  const memory = inMemory()
  return startNotary({
    store,
    url,
    openKey: (client) => openTestKey(store, client, given),
    openKept: (signer) => (settings.DATA_DIR === undefined ? memory : keptIn(settings.DATA_DIR, signer)),
    standbyMs: 20,
    witnessEveryMs: 20,
    ...beside,
  })
}
