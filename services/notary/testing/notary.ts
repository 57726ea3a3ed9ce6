// A notary for tests, with a key that is gone with it.
import { generateKeyPairSync } from 'node:crypto'
import type { EventStore } from '#services/event-store/port.ts'
import { openLogKey } from '#services/transparency/log-key.ts'
import { type KeptCheckpoint, keptIn } from '../kept-checkpoint.ts'
import { type Notary, type NotaryOptions, startNotary } from '../notary.ts'

export const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

export type KeySettings = Parameters<typeof openLogKey>[0]

function inMemory(): KeptCheckpoint {
  let kept: string | null = null
  return {
    read: () => kept,
    write: (note) => {
      kept = note
    },
  }
}

/** `settings`: of the key; one is made up where they give none. Without a folder what was signed is kept in memory. */
export function startTestNotary(
  store: EventStore,
  url: string,
  settings: Partial<KeySettings> = {},
  beside: Pick<NotaryOptions, 'witnesses' | 'log'> = {},
): Notary {
  const given: KeySettings = {
    DATA_DIR: '/nowhere',
    LOG_ORIGIN: 'fairbook.example/log',
    LOG_SIGNING_KEY: settings.DATA_DIR === undefined ? newKey() : undefined,
    LOG_SIGNING_KEY_FILE: undefined,
    LOG_KEY_CHANGED: undefined,
    ...settings,
  }
  const memory = inMemory()
  return startNotary({
    store,
    url,
    openKey: (client) => openLogKey(given, client, store.logId),
    openKept: (signer) => (settings.DATA_DIR === undefined ? memory : keptIn(settings.DATA_DIR, signer)),
    standbyMs: 20,
    witnessEveryMs: 20,
    ...beside,
  })
}
