// How many read requests are answered per second, what each costs, and how that compares with a server that only
// replies with as many bytes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { NODE } from '#tests/product.ts'
import type { Backends } from '../accounting/backends.ts'
import { measureWork } from '../accounting/measure-work.ts'
import { type Accounted, serverParts } from '../accounting/subjects.ts'
import { microsecondsEach, type Work } from '../accounting/tally.ts'
import { load, type Request, type Run } from '../load.ts'

export type Reading = {
  readonly origin: string
  /** The api process; other processes' work does not belong to a read. */
  readonly api: number
  readonly backends: Backends
  readonly clients: number
  readonly seconds: number
}
/** `path`: the same for all clients. `token`: of a client, if the reply depends on who is signed in. */
export type Read = { readonly name: string; readonly path: string; readonly token?: (client: number) => string }
/** `partUs`: per request, in microseconds. */
export type Served = { readonly run: Run; readonly partUs: Work | null }
export type ReadResult = { readonly name: string; readonly bytes: number; readonly own: Served; readonly echo: Served }

const headersOf = ({ token }: Read, client: number): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token(client)}` }

export async function measureReads(reads: readonly Read[], reading: Reading): Promise<ReadResult[]> {
  const echo = fork(join(import.meta.dirname, '../fairness/echo-process.ts'), { execPath: NODE })
  const [{ port }] = (await once(echo, 'message')) as [{ port: number }]
  try {
    const results: ReadResult[] = []
    for (const read of reads) {
      const bytes = await bytesOf(read, reading.origin)
      const own = await serve(reading, reading.origin, serverParts(reading.api, 'api'), (client) => ({
        ...{ method: 'GET', path: read.path, headers: headersOf(read, client) },
      }))
      const request = { method: 'GET', path: `/${bytes}`, headers: {} } as const
      const other = await serve(reading, `http://127.0.0.1:${port}`, serverParts(echo.pid!), () => request)
      results.push({ name: read.name, bytes, own, echo: other })
    }
    return results
  } finally {
    echo.disconnect()
  }
}

async function bytesOf(read: Read, origin: string): Promise<number> {
  const reply = await fetch(`${origin}${read.path}`, {
    headers: { ...headersOf(read, 0), 'accept-encoding': 'identity' },
  })
  if (reply.status !== 200) throw new Error(`${read.path}: ${reply.status} ${await reply.text()}`)
  return (await reply.arrayBuffer()).byteLength
}

async function serve(
  { clients, seconds, backends }: Reading,
  origin: string,
  parts: Accounted,
  request: (client: number) => Request,
): Promise<Served> {
  await load(origin, clients, 1, request)
  const { done: run, work } = await measureWork(parts, backends, () => load(origin, clients, seconds, request))
  if (run.refused > 0)
    throw new Error(`${request(0).path}: ${run.refused} were refused, the first with ${run.firstRefusal}`)
  return { run, partUs: work && microsecondsEach(work, run.accepted) }
}
