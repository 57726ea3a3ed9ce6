// For tests: an operating system process that appends to streams it shares with others. Arguments: connection string,
// streams joined by commas, how many appends have to succeed, the advisory lock to wait for before beginning. Prints
// the hashes of the events that were acknowledged.
import { randomBytes } from 'node:crypto'
import { connect } from '#services/platform/database/connect.ts'
import { encodeEvent } from '../encoding.ts'
import { PostgresLog } from '../postgres/log.ts'

const [url = '', streams = '', count = '0', gate = '0'] = process.argv.slice(2)
const log = await PostgresLog.open({ url })
const won: string[] = []
let conflicts = 0

async function append(stream: string): Promise<void> {
  const expected = await log.readHead(stream)
  const event = encodeEvent({
    log: log.logId,
    stream,
    version: expected.version + 1,
    type: 'Noted',
    schema: 1,
    data: { process: process.pid, note: randomBytes(16).toString('hex') },
    meta: {},
    prev: expected.hash,
  })
  const result = await log.append({ stream, expected, events: [event] })
  if (result.ok) won.push(event.hash)
  else conflicts += 1
}

const waiting = await connect(url, { name: 'append process' })
await waiting.query('select pg_advisory_lock_shared($1)', [gate])
await waiting.end()
await Promise.all(
  streams.split(',').map(async (stream) => {
    while (won.length < Number(count)) await append(stream)
  }),
)
await log.close()
process.stdout.write(JSON.stringify({ won, conflicts }))
