// Fills a new database with a made book: its log by COPY, its people, and the read models by the projections' own rebuild.
import { createHash } from 'node:crypto'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { copyLog } from '#services/event-store/postgres/copy-log.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { connect } from '#services/platform/database/connect.ts'
import { BOOK_ENDS, MadeBook } from './made-book.ts'
import type { MadePerson } from './made-people.ts'
import type { BookSize } from './size.ts'
import { copyIntoLog } from './write-log.ts'
import { writePeople } from './write-people.ts'

export type Filling = {
  /** A migrated database whose log is empty. The owner's role may write the log. */
  readonly url: string
  readonly ownerUrl: string
  readonly size: BookSize
  readonly seed: number
  readonly print?: (line: string) => void
}

/** The same seed and size make the same log, but for when it was stored. */
export async function fillWithBook({
  url,
  ownerUrl,
  size,
  seed,
  print = () => undefined,
}: Filling): Promise<MadePerson[]> {
  const begin = performance.now()
  const seconds = () => `${((performance.now() - begin) / 1_000).toFixed(0)} s`
  const logId = createHash('sha256').update(`made book ${seed}`).digest('hex').slice(0, 32)
  const book = new MadeBook(size, seed)
  const at = new Date(BOOK_ENDS - size.bets * 60_000)
  const started = await PostgresLog.open({ url, logId, at })
  await started.close()
  let told = 0
  await copyIntoLog(ownerUrl, logId, book.steps(), (events) => {
    if (events - told < 250_000) return
    told = events
    print(`  ${events.toLocaleString('en')} events made (${seconds()})`)
  })
  await writePeople(url, book)
  print(`  ${book.events.toLocaleString('en')} events stored, read models are built (${seconds()})`)
  const store = await PostgresLog.open({ url })
  try {
    await rebuild({ store, url, readLog: () => copyLog(url) })
  } finally {
    await store.close()
  }
  const owner = await connect(ownerUrl, { name: 'fairbook made book' })
  try {
    await owner.query('vacuum analyze')
  } finally {
    await owner.end()
  }
  print(`  the book is made (${seconds()})`)
  return book.people
}
