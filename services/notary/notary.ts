// Grows the tree over the log and signs checkpoints of it: one notary leads, others stand by.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { EventStore } from '#services/event-store/port.ts'
import { connect } from '#services/platform/database/connect.ts'
import { leadWheneverPossible } from '#services/platform/database/leadership.ts'
import { inSpan } from '#services/platform/tracing/spans.ts'
import type { Witness } from '#services/transparency/cosignature.ts'
import { keepWitnesses } from '#services/transparency/witness-rows.ts'
import type { KeyInForce } from './log-key.ts'
import { SignedTree } from './signed-tree.ts'
import { beginSigning } from './spans.ts'
import { witnessCheckpoints } from './witnessing.ts'

export type NotaryOptions = {
  readonly store: EventStore
  /** The database of the tree. */
  readonly url: string
  /** The log's key, once this notary leads. */
  readonly openKey: (client: pg.Client) => Promise<KeyInForce>
  /** Who is asked to cosign; nobody by default. */
  readonly witnesses?: readonly Witness[]
  /** Pause between two rounds of asking them, in milliseconds; a second by default. */
  readonly witnessEveryMs?: number
  /** One line for the operator. */
  readonly log?: (line: string) => void
  /** How often a notary on standby tries to take the lead. */
  readonly standbyMs?: number
}

export type Notary = {
  /** Resolves when it has stopped; rejects with a one-line message if nothing may be signed any more. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** At least one checkpoint per second while the log grows. */
const SIGN_EVERY_MS = 500
const QUERY_TIMEOUT_MS = 30_000
/** A long log is read in parts, so that a crash costs no more than this. */
const EVENTS_PER_CHECKPOINT = 100_000

export function startNotary(options: NotaryOptions): Notary {
  const { store, url, openKey, witnesses = [], witnessEveryMs, log = () => undefined, standbyMs } = options
  const stopping = new AbortController()
  const { signal } = stopping

  async function lead(client: pg.Client, onProgress: () => void): Promise<void> {
    const key = await openKey(client)
    const tree = await SignedTree.open(client, store, key)
    // a key may take over only a log that is exactly what was signed
    if (tree.owes) await readOn(tree, () => signal.aborted || !tree.owes)
    if (signal.aborted) return
    tree.checkReached()
    await key.takeOver()
    await keepWitnesses(
      client,
      witnesses.map(({ name }) => name),
    )
    const leading = new AbortController()
    const ending = AbortSignal.any([signal, leading.signal])
    const witnessing = witnessCheckpoints({ url, witnesses, everyMs: witnessEveryMs, log, signal: ending })
    try {
      await signOn(client, tree, onProgress)
    } finally {
      leading.abort()
      await witnessing
    }
  }

  /** Reads to the end of the log, or until `isEnough`. */
  async function readOn(tree: SignedTree, isEnough: () => boolean): Promise<void> {
    for await (const page of store.readAll(tree.position)) {
      tree.append(page)
      if (isEnough()) return
      if (tree.unwritten >= EVENTS_PER_CHECKPOINT) await tree.write()
    }
  }

  async function signOn(client: pg.Client, tree: SignedTree, onProgress: () => void): Promise<void> {
    while (!signal.aborted) {
      await readOn(tree, () => signal.aborted)
      if (!signal.aborted) tree.checkReached()
      if (tree.unwritten > 0) {
        await inSpan(beginSigning(tree.unwritten), () => tree.write())
        onProgress()
      }
      await pause(SIGN_EVERY_MS, undefined, { signal }).catch(() => undefined)
      // the lead ends with its connection, and the log may have been replaced meanwhile
      await client.query('select 1')
    }
  }

  const open = () => connect(url, { name: 'fairbook notary', queryTimeoutMs: QUERY_TIMEOUT_MS })
  const ended = leadWheneverPossible({ name: 'notary', connect: open, standbyMs, signal, log }, lead)
  ended.catch(() => undefined)
  return {
    ended,
    async stop() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}
