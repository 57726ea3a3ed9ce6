// A notary for tests, with a key that is discarded with it.
import { generateKeyPairSync } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { type KeptCheckpoint, keptIn } from '../kept-checkpoint.ts'
import { type KeyLog, type KeySettings, openLogKey } from '../log-key.ts'
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

/** If the settings give no key, one is made up. */
const settingsOf = (settings: Partial<KeySettings>): KeySettings => ({
  DATA_DIR: '/nowhere',
  LOG_ORIGIN: ORIGIN,
  LOG_SIGNING_KEY: settings.DATA_DIR === undefined ? newKey() : undefined,
  LOG_SIGNING_KEY_OLD: undefined,
  LOG_KEY_CHANGED: undefined,
  LOG_KEY_CHANGE_REASON: undefined,
  LOG_KEY_TRUSTED_TO: undefined,
  LOG_KEY_AFTER_LOSS: undefined,
  ...settings,
})

/** Opens the key as a notary would, without starting one. `keptOf`: in memory, for this call, unless given. */
export const openTestKey = (
  store: EventStore,
  client: pg.Client,
  settings: Partial<KeySettings>,
  keptOf: KeyLog['keptOf'] = inMemory,
) => openLogKey(settingsOf(settings), client, { store, businessNow: async () => new Date(), keptOf })

/** `settings`: of the key. Without a folder, what was signed is kept in memory. */
export function startTestNotary(
  store: EventStore,
  url: string,
  settings: Partial<KeySettings> = {},
  beside: Pick<NotaryOptions, 'witnesses' | 'log'> = {},
): Notary {
  const given = settingsOf(settings)
  const { DATA_DIR } = settings
  const memory = inMemory()
  // without a folder, each notary remembers only what it signed itself
  const keptOf = (key: string) => (DATA_DIR !== undefined ? keptIn(DATA_DIR, key) : memory)
  return startNotary({
    store,
    url,
    openKey: (client) => openTestKey(store, client, given, keptOf),
    standbyMs: 20,
    witnessEveryMs: 20,
    ...beside,
  })
}
