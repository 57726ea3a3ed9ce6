// The baseline for verify and rebuild: a pg cursor over the same rows (with EVENTSTORE_URL: the store's own pages),
// with each body parsed and balances and bets folded. Prints how many events it folded; the caller times the whole
// process.
import pg from 'pg'
import Cursor from 'pg-cursor'
import { openEventStore } from '#services/event-store/open.ts'
import { readConfig } from '#services/platform/config.ts'

const { EVENTSTORE_URL, EVENTSTORE_PREFIX, DATABASE_URL = '' } = readConfig()

async function* pagesOfCursor(): AsyncGenerator<{ body: string }[]> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const cursor = client.query(
    new Cursor('select position, stream, version, type, body from log.events order by position'),
  )
  for (;;) {
    const rows = await cursor.read(2_000)
    if (rows.length === 0) break
    yield rows
  }
  await cursor.close()
  await client.end()
}

async function* pagesOfStore(): AsyncGenerator<{ body: string }[]> {
  const store = await openEventStore({ EVENTSTORE_URL, EVENTSTORE_PREFIX, DATABASE_URL })
  for await (const page of store.readAll(null)) yield page
  await store.close()
}

const balances = new Map<string, number>()
const openBets = new Map<string, number>()
let profitCents = 0
let events = 0

type Data = { bet: string; stakeCents: number; returnCents: number; amountCents: number; into: string; from: string }

function fold(stream: string, type: string, data: Data): void {
  const change = (cents: number) => balances.set(stream, (balances.get(stream) ?? 0) + cents)
  if (type === 'BetPlaced') {
    change(-data.stakeCents)
    openBets.set(data.bet, data.stakeCents)
  } else if (type === 'BetSettled') {
    change(data.returnCents)
    profitCents += data.stakeCents - data.returnCents
    openBets.delete(data.bet)
  } else if (type === 'TransferSent') change(-data.amountCents)
  else if (type === 'TransferReceived') change(data.amountCents)
}

for await (const page of EVENTSTORE_URL === undefined ? pagesOfCursor() : pagesOfStore()) {
  for (const row of page) {
    const { stream, type, data } = JSON.parse(row.body) as { stream: string; type: string; data: Data }
    fold(stream, type, data)
    events += 1
  }
}
process.stdout.write(`${JSON.stringify({ events, accounts: balances.size, open: openBets.size, profitCents })}\n`)
