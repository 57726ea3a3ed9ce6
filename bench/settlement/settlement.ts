// How fast a fixture with very many open bets is settled, compared with the bare log's appends; and the processor time
// and memory that takes.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { rebuild } from '#projections/rebuild/rebuild.ts'
import { openEventStore } from '#services/event-store/open.ts'
import { readWholeLog } from '#services/event-store/whole-log.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { NODE } from '#tests/product.ts'
import type { Backends } from '../accounting/backends.ts'
import { measureWork } from '../accounting/measure-work.ts'
import { settlerParts } from '../accounting/subjects.ts'
import type { Work } from '../accounting/tally.ts'
import { writeBook } from './book.ts'
import type { Settled } from './settler-process.ts'

export type Databases = { ownerUrl(database: string): string; serviceUrl(database: string): string }

/** `work`: in milliseconds, for all bets together. */
export type Settling = Settled & { readonly barePerSecond: number; readonly work: Work | null }

/** `bets` on one fixture, ten per account; in databases of their own, with a projector that folds meanwhile. */
export async function settlementSpeed(
  databases: Databases,
  eventStore: { readonly EVENTSTORE_URL: string | undefined; readonly EVENTSTORE_PREFIX: string },
  bets: number,
  backends: Backends,
  print: (line: string) => void,
): Promise<Settling> {
  const url = await newDatabase(databases, 'settlement')
  const bareUrl = await newDatabase(databases, 'settlement_bare')
  const settings = { ...eventStore, EVENTSTORE_PREFIX: `${eventStore.EVENTSTORE_PREFIX}settle`, DATABASE_URL: url }
  print(`  placing ${bets.toLocaleString('en')} bets on one fixture`)
  const store = await openEventStore(settings)
  try {
    await writeBook(store, bets)
    await rebuild({ store, url, readLog: () => readWholeLog(settings, store) })
  } finally {
    await store.close()
  }
  const { EVENTSTORE_URL, ...rest } = settings
  const env = { ...process.env, ...rest, ...(EVENTSTORE_URL && { EVENTSTORE_URL }) }
  const bareEnv = { ...env, DATABASE_URL: bareUrl, EVENTSTORE_PREFIX: `${eventStore.EVENTSTORE_PREFIX}bare` }
  const { perSecond } = await resultOf<{ perSecond: number }>('bare-process.ts', bareEnv)
  const projector = spawn(NODE, ['services/projector/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const settler = started('settler-process.ts', env)
    await once(settler, 'message')
    const parts = settlerParts(settler.pid!, projector.pid!)
    const { done, work } = await measureWork(
      parts,
      backends,
      () => {
        settler.send('go')
        return messageOf<Settled>(settler)
      },
      [],
    )
    return { ...done, barePerSecond: perSecond, work }
  } finally {
    const ended = new Promise((resolve) => projector.once('exit', resolve))
    projector.kill()
    await ended
  }
}

const started = (file: string, env: NodeJS.ProcessEnv): ChildProcess =>
  fork(join(import.meta.dirname, file), { execPath: NODE, env })

/** The result that a process of this folder reports. */
const resultOf = <Result>(file: string, env: NodeJS.ProcessEnv): Promise<Result> => messageOf(started(file, env))

/** Throws if it ends before. */
function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message))
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}`)))
  })
}

async function newDatabase({ ownerUrl, serviceUrl }: Databases, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: ownerUrl('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  await migrate({ ownerUrl: ownerUrl(name), serviceUrl: serviceUrl(name) })
  return serviceUrl(name)
}
