// Starts the subjects on one Postgres: the product is already running, the servers written by hand get databases of
// their own.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { NODE, type Product } from '#tests/product.ts'
import { childrenOf, productParts, serverParts } from '../accounting/subjects.ts'
import { fillTables, offer } from '../equal-work/fill.ts'
import type { Ledger } from '../ledger.ts'
import { placeOnBaseline, placeOnFairbook } from './requests.ts'
import type { Subject } from './subject.ts'

/** `tokens`: of the sessions that each subject has an account for. */
export type Funded = { readonly tokens: readonly string[]; readonly euros: number }
export type Servers = { readonly subjects: readonly Subject[]; stop(): void }

export function productSubject(product: Product, ledger: Ledger, { tokens }: Funded): Subject {
  return {
    name: 'fairbook',
    origin: product.origin,
    parts: productParts(childrenOf(product.pid)),
    request: (picks, run) => placeOnFairbook(tokens, picks, run),
    catchUp: () => ledger.catchUpSeconds(),
  }
}

/** `ownerUrl`: the superuser's URL of a database, by name. */
export async function startServers(ownerUrl: (database: string) => string, funded: Funded): Promise<Servers> {
  const baseline = await startBaseline(ownerUrl, funded)
  const equal = await startEqualWork(ownerUrl, funded)
  const accounts = funded.tokens.length
  const thin = (name: 'transaction' | 'statement'): Subject => ({
    name,
    origin: baseline.origin,
    parts: serverParts(baseline.pid),
    request: (picks) => placeOnBaseline(`/${name}`, accounts, picks),
  })
  return {
    subjects: [equal.subject, thin('transaction'), thin('statement')],
    stop() {
      baseline.stop()
      equal.stop()
    },
  }
}

async function startBaseline(ownerUrl: (database: string) => string, { tokens, euros }: Funded) {
  const url = await newDatabase(ownerUrl, 'baseline')
  const server = await startServer('baseline-server.ts', url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into balance select 'account-' || n, $1 from generate_series(0, $2 - 1) n`, [
    euros * 100,
    tokens.length,
  ])
  await client.end()
  return server
}

async function startEqualWork(ownerUrl: (database: string) => string, { tokens, euros }: Funded) {
  const url = await newDatabase(ownerUrl, 'equal_work')
  await fillTables(url, tokens, euros * 100)
  const server = await startServer('../equal-work/process.ts', url)
  const subject: Subject = {
    name: 'equal-work',
    origin: server.origin,
    parts: serverParts(server.pid),
    async prepare(picks) {
      const quotedAt = new Date()
      await offer(url, picks, quotedAt)
      const hasRead = async () => {
        const board = (await (await fetch(`${server.origin}/board`)).json()) as { quotedAt: string | null }
        return board.quotedAt === quotedAt.toISOString()
      }
      while (!(await hasRead())) await pause(20)
    },
    // exactly the requests that the product gets
    request: (picks, run) => placeOnFairbook(tokens, picks, run),
  }
  return { subject, stop: server.stop }
}

async function newDatabase(ownerUrl: (database: string) => string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: ownerUrl('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return ownerUrl(name)
}

async function startServer(file: string, url: string): Promise<{ origin: string; pid: number; stop(): void }> {
  const child = fork(join(import.meta.dirname, file), { execPath: NODE, env: { ...process.env, DATABASE_URL: url } })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => void child.kill() }
}
