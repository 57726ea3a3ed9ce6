// The key that signs a log's checkpoints: from the settings, or made at the first start and kept in the data folder.
// Its replacement by another key is an event of the log, recorded by the leader before the new key signs anything.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { logKeyAggregate } from '#domain/log-key/aggregate.ts'
import type { ChangeLogKey } from '#domain/log-key/commands.ts'
import { endorsementText, type LogKeyChanged, NOTARY } from '#domain/log-key/events.ts'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { createRecorder } from '#services/commands/recorder.ts'
import type { EventStore } from '#services/event-store/port.ts'
import type { Config } from '#services/platform/config.ts'
import { createFile, makeFolder } from '#services/platform/durable-files.ts'
import { ExpectedError, lineOf, type Unrecoverable } from '#services/platform/errors.ts'
import { saidBy } from '#services/transparency/checkpoint.ts'
import { keepKey, readKeyRows } from '#services/transparency/key-rows.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { forgetBeyond, readCheckpoint } from '#services/transparency/tile-rows.ts'
import type { KeptCheckpoint } from './kept-checkpoint.ts'

/**
 * Nothing may be signed: the key is missing, is not the one that signed before, or does not replace that in a permitted
 * way.
 */
class LogKeyMismatch extends ExpectedError implements Unrecoverable {
  override readonly name = 'LogKeyMismatch'
  readonly runbook = 'docs/runbooks/transparency-log.md'
}

export type KeySettings = Pick<
  Config,
  | 'DATA_DIR'
  | 'LOG_ORIGIN'
  | 'LOG_SIGNING_KEY'
  | 'LOG_SIGNING_KEY_OLD'
  | 'LOG_KEY_CHANGED'
  | 'LOG_KEY_CHANGE_REASON'
  | 'LOG_KEY_TRUSTED_TO'
  | 'LOG_KEY_AFTER_LOSS'
>

export type KeyInForce = {
  readonly signer: NoteSigner
  /** What this key signed last from here. */
  readonly kept: KeptCheckpoint
  /** What the key that it replaces signed last from here; null if that is nothing or lost, or it replaces none. */
  readonly before: string | null
  /** Must be called before it signs anything: records what is not recorded yet, first as an event, then as rows. */
  takeOver(): Promise<void>
}

export type KeyLog = {
  readonly store: EventStore
  /** Called only to record a change. */
  readonly businessNow: () => Promise<Date>
  /** Where the newest checkpoint of a key is kept outside the database. */
  readonly keptOf: (verifierKey: string) => KeptCheckpoint
}

const FILE = 'log-signing-key.pem'
const CACHE_BYTES = 65_536
const FOLDED = 'select coalesce(max(number) + 1, 0)::float8 as events from app.projection_checkpoint'
const FIRST = { since: 0, replaces: null, why: null, endorsement: null, trustedTo: null }

/** Used if the log has no address of its own. */
const originOf = ({ LOG_ORIGIN }: Pick<Config, 'LOG_ORIGIN'>, logId: string): string =>
  LOG_ORIGIN ?? `fairbook.localhost/${logId}`

/**
 * The signer of this log, which is the key in force. Makes a key if the log never had one. Throws LogKeyMismatch if it
 * had a different one, unless the settings say that this one replaces it, and why. Called only by the leader.
 */
export async function openLogKey(
  settings: KeySettings,
  client: pg.Client,
  { store, businessNow, keptOf }: KeyLog,
): Promise<KeyInForce> {
  const recorder = createRecorder(logKeyAggregate, { store, systemNow: () => new Date(), cacheBytes: CACHE_BYTES })
  const { changes } = await recorder.read(NOTARY)
  const rows = await readKeyRows(client)
  const first = changes[0]?.replaces ?? rows[0]?.verifierKey ?? null
  const inForce = changes.at(-1)?.key ?? first
  const pem = givenKey(settings) ?? (inForce === null ? newKey(settings) : null)
  if (pem === null) {
    throw new LogKeyMismatch(`the key that signs this log is missing: ${inForce} was made elsewhere`)
  }
  const signer = signerOf(originOf(settings, store.logId), pem)
  const { verifierKey } = signer
  const keepAll = async (all: readonly LogKeyChanged[]) => {
    await keepKey(client, { ...FIRST, verifierKey: first ?? verifierKey })
    for (const { key, signed, replaces, why, endorsement = null, trustedTo = null } of all) {
      await keepKey(client, { verifierKey: key, since: signed, replaces, why, endorsement, trustedTo })
    }
  }
  const kept = keptOf(verifierKey)
  if (inForce === null || verifierKey === inForce) {
    return { signer, kept, before: null, takeOver: () => keepAll(changes) }
  }

  if (settings.LOG_KEY_CHANGED !== verifierKey) {
    throw new LogKeyMismatch(
      `this log was signed by ${inForce}, and would be by ${verifierKey}: set LOG_KEY_CHANGED to that if it is meant`,
    )
  }
  if (changes.some(({ replaces }) => replaces === verifierKey)) {
    throw new LogKeyMismatch(`${verifierKey} was given up for ${inForce}`)
  }
  // for a key that took over before such changes were events, its row says since when
  const known = rows.find((row) => row.verifierKey === verifierKey)
  const keptBefore = keptOf(inForce).read()
  const notes = [(await readCheckpoint(client))?.note ?? null, keptBefore].filter((note) => note !== null)
  const left = settings.LOG_KEY_AFTER_LOSS ?? null
  // restored rows, or rows whose writing was interrupted, may lack some of what the old key signed
  const signed = known?.since ?? left ?? Math.max(0, ...notes.map((note) => saidBy(note).size))
  const change = changeOf(settings, { key: verifierKey, replaces: inForce, signed })
  if (left !== null) await forgetLost(client, left)
  const before = keptBefore !== null && left !== null && saidBy(keptBefore).size > left ? null : keptBefore
  return {
    ...{ signer, kept, before },
    async takeOver() {
      const { type: _, ...recorded } = change
      const id = commandId('notary', `${inForce} ${verifierKey}`)
      const meta = productMeta('notary', { id, request: change, at: await businessNow() })
      const outcome = await recorder.execute(NOTARY, change, meta)
      if (!outcome.accepted) throw new LogKeyMismatch(`the new key could not be recorded: ${outcome.refusal.code}`)
      await keepAll([...changes, recorded])
    },
  }
}

/**
 * Drops what was signed beyond the remaining events: it belongs to a lost history and is no longer compared. Throws
 * LogKeyMismatch if the log is known to have fewer events.
 */
async function forgetLost(client: pg.Client, left: number): Promise<void> {
  const { rows } = await client.query<{ events: number }>(FOLDED)
  const [{ events } = { events: 0 }] = rows
  if (left > events)
    throw new LogKeyMismatch(`LOG_KEY_AFTER_LOSS is ${left}, but the read models know ${events} events of this log`)
  await forgetBeyond(client, left)
}

/** Throws LogKeyMismatch if the settings contradict each other. */
function changeOf(settings: KeySettings, due: Pick<LogKeyChanged, 'key' | 'replaces' | 'signed'>): ChangeLogKey {
  const { LOG_KEY_CHANGE_REASON: why, LOG_KEY_TRUSTED_TO: trustedTo, LOG_SIGNING_KEY_OLD: old } = settings
  const { LOG_KEY_AFTER_LOSS: left } = settings
  const no = (line: string) => new LogKeyMismatch(line)
  if (why === undefined) {
    throw no('LOG_KEY_CHANGED needs LOG_KEY_CHANGE_REASON: rotated, lost or compromised')
  }
  if (why === 'rotated' && old === undefined) {
    throw no(
      'a key that is rotated is endorsed by the old one: set LOG_SIGNING_KEY_OLD or LOG_SIGNING_KEY_OLD_FILE, or say that it is lost',
    )
  }
  if (why !== 'rotated' && old !== undefined) {
    throw no(`LOG_SIGNING_KEY_OLD is for a rotation: a key that is ${why} endorses no other`)
  }
  if ((why === 'compromised') !== (trustedTo !== undefined)) {
    throw no('LOG_KEY_TRUSTED_TO goes with a key that is compromised: up to how many events its signatures count')
  }
  if (left !== undefined && why !== 'lost') {
    throw no('LOG_KEY_AFTER_LOSS goes with a key that is lost: how many events are left of what it signed')
  }
  if (trustedTo !== undefined && trustedTo > due.signed) {
    throw no(`LOG_KEY_TRUSTED_TO is ${trustedTo}, but the old key signed no more than ${due.signed} events`)
  }
  const said = { type: 'ChangeLogKey', ...due, why } as const
  if (old !== undefined) return { ...said, endorsement: endorsementBy(old, due) }
  return trustedTo === undefined ? said : { ...said, trustedTo }
}

function endorsementBy(pem: string, due: Pick<LogKeyChanged, 'key' | 'replaces' | 'signed'>): string {
  const [name = ''] = due.replaces.split('+')
  const signer = signerOf(name, pem)
  if (signer.verifierKey !== due.replaces) {
    throw new LogKeyMismatch(`LOG_SIGNING_KEY_OLD is ${signer.verifierKey}, but ${due.replaces} is to be replaced`)
  }
  return signer.sign(endorsementText(due))
}

function signerOf(origin: string, pem: string): NoteSigner {
  try {
    return new NoteSigner(origin, pem)
  } catch (error) {
    throw new LogKeyMismatch(lineOf(error), { cause: error })
  }
}

/** The key from the settings, or the one made here; null if there is none yet. */
function givenKey({ LOG_SIGNING_KEY, DATA_DIR }: KeySettings): string | null {
  if (LOG_SIGNING_KEY !== undefined) return LOG_SIGNING_KEY
  try {
    return readFileSync(join(DATA_DIR, FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new LogKeyMismatch(`the key that signs this log cannot be read: ${lineOf(error)}`)
  }
}

/** The file is on disk before the key signs anything, completely or not at all, and readable only by its owner. */
function newKey({ DATA_DIR }: KeySettings): string {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  makeFolder(DATA_DIR)
  createFile(join(DATA_DIR, FILE), pem, { mode: 0o600 })
  return pem
}
