// A small made book with a signed log, in a database of its own: the changes are made to it.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openConnection } from '#services/auditor/postgres/snapshot.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey, startTestNotary } from '#services/notary/testing/notary.ts'
import { fillWithBook } from '../book/fill.ts'

/** Each book has some hundreds of events. */
export const SIZE = { users: 10, bets: 70, events: 300 }
const SIGNED_WITHIN_MS = 120_000

export type Signed = { readonly note: string; readonly key: string }

export type SignedBook = {
  /** The services' connection string. */
  readonly url: string
  /** As the superuser, whom no trigger restrains. */
  readonly owner: pg.Client
  /** For its audits. */
  readonly auditor: pg.Client
  /** What the auditor has kept. */
  readonly kept: Signed
  close(): Promise<void>
}

/** `url`, `ownerUrl`: of a migrated database with an empty log, for either role. */
export async function signedBook(url: string, ownerUrl: string, seed: number, key = newKey()): Promise<SignedBook> {
  await fillWithBook({ url, ownerUrl, size: SIZE, seed })
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  const store = await PostgresLog.open({ url })
  const notary = startTestNotary(store, url, { LOG_SIGNING_KEY: key })
  try {
    const kept = await signedToTheEnd(owner)
    await owner.query('set session_replication_role = replica')
    const auditor = await openConnection(url)
    return {
      url,
      owner,
      auditor,
      kept,
      async close() {
        await owner.end()
        await auditor.end()
      },
    }
  } finally {
    await notary.stop()
    await store.close()
  }
}

async function signedToTheEnd(owner: pg.Client): Promise<Signed> {
  const deadline = performance.now() + SIGNED_WITHIN_MS
  for (;;) {
    const { rows } = await owner.query<Signed>(
      `select note, verifier_key as key from app.log_checkpoint, app.log_key
        where size = (select count(*) from log.events)`,
    )
    if (rows[0] !== undefined) return rows[0]
    if (performance.now() > deadline) throw new Error('the notary did not sign the made book')
    await pause(20)
  }
}
