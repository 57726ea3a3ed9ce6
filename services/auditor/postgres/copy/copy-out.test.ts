// Rows of a COPY arrive as they were sent, however the network cuts them, and the connection can be used afterwards.
import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseForTests } from '#tests/database.ts'
import { hasOpenssl, startTlsProxy, type TlsProxy } from '#tests/tls-proxy.ts'
import { openConnection } from '../snapshot.ts'
import { CopyOut } from './copy-out.ts'
import { isLent } from './reused-socket.ts'

/** Hands over pieces, each in the same memory as the one before, unless it is paused. */
class Wire extends EventEmitter {
  readonly #pieces: Buffer[]
  readonly #memory = Buffer.alloc(4_096)
  #isPaused = false

  constructor(pieces: readonly Buffer[]) {
    super()
    this.#pieces = [...pieces]
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    setImmediate(() => {
      while (!this.#isPaused && this.#pieces.length > 0) {
        const size = this.#pieces.shift()!.copy(this.#memory.fill(0x64))
        const bytes = this.#memory.subarray(0, size)
        this.emit('data', isLent(this as unknown as Duplex) ? bytes : Buffer.from(bytes))
      }
    })
  }
}

const message = (code: string, content: string): Buffer => {
  const header = Buffer.alloc(5)
  header.write(code)
  header.writeInt32BE(4 + Buffer.byteLength(content), 1)
  return Buffer.concat([header, Buffer.from(content)])
}

async function rowsOf(copy: CopyOut, rows: string[]): Promise<string[]> {
  while (await copy.more()) {
    // until there are no more
  }
  return rows
}

const reading = (rows: string[]) => (bytes: Buffer, begin: number, end: number) => {
  rows.push(bytes.toString('utf8', begin, end))
}

test('however they are cut', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  const last = fc.constantFrom('c', 'E')
  const cut = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 20 }), last, text, cut, async (sent, code, after, sizes) => {
      const end = Buffer.concat([message(code, code === 'E' ? 'Sfailed' : ''), message('C', after), message('Z', 'I')])
      const all = Buffer.concat([message('H', 'format'), ...sent.map((row) => message('d', row)), end])
      const pieces: Buffer[] = []
      for (let at = 0; at < all.length; ) {
        const size = sizes[pieces.length % sizes.length]!
        pieces.push(all.subarray(at, at + size))
        at += size
      }
      const parsed: Buffer[] = []
      const wire = new Wire(pieces)
      const rows: string[] = []
      const copy = new CopyOut('copy', reading(rows))
      wire.on('data', (bytes: Buffer) => {
        parsed.push(bytes)
        // as pg does once it has read the message
        if (code === 'E' && Buffer.concat(parsed).includes('Sfailed')) copy.handleError(new Error('failed'))
        if (Buffer.concat(parsed).length === end.length) copy.handleReadyForQuery()
      })
      copy.submit({ stream: wire, query: () => undefined } as unknown as pg.Connection)
      const reads = rowsOf(copy, rows)
      if (code === 'E') await expect(reads).rejects.toThrow('failed')
      else await reads
      expect(rows).toEqual(sent)
      await expect.poll(() => Buffer.concat(parsed).length).toBe(end.length)
      expect(Buffer.concat(parsed)).toEqual(end)
    }),
  )
})

test('they have ended once the connection is free, so that the next query waits for none', async () => {
  const wire = new Wire([message('H', 'format'), message('d', 'row'), message('c', '')])
  wire.on('data', () => undefined)
  const rows: string[] = []
  const copy = new CopyOut('copy', reading(rows))
  copy.submit({ stream: wire, query: () => undefined } as unknown as pg.Connection)
  let ended = false
  const reads = rowsOf(copy, rows).then(() => {
    ended = true
  })
  await expect.poll(() => rows).toEqual(['row'])
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(ended).toBe(false)
  copy.handleReadyForQuery()
  await reads
  expect(ended).toBe(true)
})

const database = databaseForTests()
let client: pg.Client
beforeAll(async () => {
  client = await openConnection(database.url)
})
afterAll(() => client.end())

const copied = (query: string, rows: string[] = [], from = client) =>
  rowsOf(from.query(new CopyOut(`copy (${query}) to stdout`, reading(rows))), rows)

async function readsThemAll(from: pg.Client): Promise<void> {
  const copiedFrom = (query: string) => copied(query, [], from)
  const rows = await copiedFrom(
    `select n || repeat('é', case n when 700 then 300000 else 200 end) from generate_series(1, 2000) n`,
  )
  const expected = (n: number) => `${n}${'é'.repeat(n === 700 ? 300_000 : 200)}\n`
  expect(rows).toEqual(Array.from({ length: 2_000 }, (_, index) => expected(index + 1)))
  expect(await copiedFrom('select 1 where false')).toEqual([])
  const wide = await from.query<{ n: number }>(`select n, repeat('x', 90) from generate_series(1, 3000) n`)
  expect(wide.rows.map(({ n }) => n)).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1))
}

test('more rows than are read at once, one of them longer than that, and the next query on the connection', () =>
  readsThemAll(client))

/** The connection is lost after the first rows, when the server has sent more than the system's buffers hold. */
async function losesRows(url: string, lose: (pid: number) => Promise<unknown>): Promise<void> {
  const lost = await openConnection(url)
  const { rows: backends } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid')
  const rows: string[] = []
  const wide = `select repeat('x', 1000) from generate_series(1, 100000)`
  const copy = lost.query(new CopyOut(`copy (${wide}) to stdout`, reading(rows)))
  expect(await copy.more()).toBe(true)
  await lose(backends[0]!.pid)
  await expect(rowsOf(copy, rows)).rejects.toThrow(/terminat|ECONNRESET/)
  expect(rows.length).toBeLessThan(100_000)
  await expect(lost.query('select 1')).rejects.toThrow(/Connection terminated|not queryable/)
  await lost.end()
}

test('the server ends the connection while nobody reads', () =>
  losesRows(database.url, (pid) => client.query('select pg_terminate_backend($1, 10000)', [pid])))

describe.skipIf(!hasOpenssl)('over TLS', () => {
  let proxy: TlsProxy
  beforeAll(async () => {
    proxy = await startTlsProxy(database.url)
  })

  test('all of them, and the next query on the connection', async () => {
    const secure = await openConnection(proxy.url)
    await readsThemAll(secure)
    await secure.end()
  })

  test('the network is lost while nobody reads', () => losesRows(proxy.url, () => proxy.close()))
})

test('the next one reads nothing before it is asked, though it was sent before this one had ended', async () => {
  const [first, second]: [string[], string[]] = [[], []]
  const one = client.query(new CopyOut('copy (select 1) to stdout', reading(first)))
  const other = client.query(new CopyOut('copy (select 2) to stdout', reading(second)))
  expect(await rowsOf(one, first)).toEqual(['1\n'])
  const beside = await openConnection(database.url)
  // whatever was sent to this process arrives before the answers to these
  for (let look = 0; look < 5; look++) await beside.query('select 1')
  await beside.end()
  expect(second).toEqual([])
  expect(await rowsOf(other, second)).toEqual(['2\n'])
})

test('an error on the way, after which the connection goes on', async () => {
  const rows: string[] = []
  await expect(copied('select 1 / (30000 - n) from generate_series(1, 40000) n', rows)).rejects.toThrow(
    'division by zero',
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(await copied('select 7')).toEqual(['7\n'])
})

test('an error of whoever takes the rows, and the end of the connection', async () => {
  const own = await openConnection(database.url)
  const copy = own.query(
    new CopyOut(`copy (select 1) to stdout`, () => {
      throw new Error('not this row')
    }),
  )
  await expect(copy.more()).rejects.toThrow('not this row')
  await expect(own.query('select 1')).rejects.toThrow(/Connection terminated|not queryable/)
  await own.end()
  const other = await openConnection(database.url)
  const waiting = other.query(new CopyOut(`copy (select pg_sleep(60)) to stdout`, () => undefined))
  const read = expect(rowsOf(waiting, [])).rejects.toThrow('Connection terminated')
  const ended = other.end()
  await read
  await ended
})
