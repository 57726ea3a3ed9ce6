// Fills a new database with a made book: its log by COPY, its people, and the read models by the projections' own
// rebuild.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import type { ScenarioStep } from '#projections/testing/scenario.ts'
import { copyLog } from '#services/event-store/postgres/copy-log.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import type { ToldMessage } from '#services/odds/testing/told-messages.ts'
import { connect } from '#services/platform/database/connect.ts'
import { insertRows } from './insert-rows.ts'
import { BOOK_ENDS, MadeBook } from './made-book.ts'
import type { MadePerson } from './made-people.ts'
import type { BookSize } from './size.ts'
import { copyIntoLog } from './write-log.ts'
import { type Written, writePeople } from './write-people.ts'

const MESSAGES_AT_ONCE = 500

export type Filling = {
  /** A migrated database with an empty log, which the owner's role may write. */
  readonly url: string
  readonly ownerUrl: string
  readonly size: BookSize
  readonly seed: number
  readonly print?: (line: string) => void
}

/** The same seed and size give the same log, apart from when it was stored. */
export async function fillWithBook(filling: Filling): Promise<MadePerson[]> {
  return (await fillToGrow(filling)).people
}

/** `grow`: makes the book longer, and rebuilds its read models. */
export type GrowingBook = {
  readonly people: MadePerson[]
  grow(by: Pick<BookSize, 'bets' | 'events'>): Promise<void>
}

export async function fillToGrow({
  url,
  ownerUrl,
  size,
  seed,
  print = () => undefined,
}: Filling): Promise<GrowingBook> {
  const begin = performance.now()
  const seconds = () => `${((performance.now() - begin) / 1_000).toFixed(0)} s`
  const logId = createHash('sha256').update(`made book ${seed}`).digest('hex').slice(0, 32)
  const book = new MadeBook(size, seed)
  const at = new Date(BOOK_ENDS - size.bets * 60_000)
  const started = await PostgresLog.open({ url, logId, at })
  await started.close()
  const written: Written = { people: 0, reasons: 0, notes: 0, requests: 0 }
  const write = async (steps: Generator<readonly ScenarioStep[]>) => {
    let told = book.events
    const beside = await connect(url, { name: 'fairbook made book' })
    try {
      await copyIntoLog(ownerUrl, logId, storingMessages(book, steps, beside), (events) => {
        if (events - told < 250_000) return
        told = events
        print(`  ${events.toLocaleString('en')} events made (${seconds()})`)
      })
    } finally {
      await beside.end()
    }
    await writePeople(url, book, written)
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
  }
  await write(book.steps())
  return { people: book.people, grow: (by) => write(book.more(by)) }
}

/**
 * The book's steps; stores the provider's messages behind them on the way, since there may be more than fit into
 * memory.
 */
async function* storingMessages(
  book: MadeBook,
  made: Iterable<readonly ScenarioStep[]>,
  client: pg.Client,
): AsyncGenerator<readonly ScenarioStep[]> {
  let messages: ToldMessage[] = []
  for (const steps of made) {
    yield steps
    messages.push(...book.prices.takeMessages())
    if (messages.length < MESSAGES_AT_ONCE) continue
    await insertRows(client, 'provider_message', messages)
    messages = []
  }
  await insertRows(client, 'provider_message', messages)
}
