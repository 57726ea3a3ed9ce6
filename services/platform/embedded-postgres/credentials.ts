// The generated passwords of a cluster, and the port of its last start: `postgres.json` in the data folder.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../durable-files.ts'

/** The superuser's and the services' passwords. `port`: 0 before the first start. */
export type Credentials = { readonly owner: string; readonly service: string; readonly port: number }

const fileIn = (dataDir: string) => join(dataDir, 'postgres.json')

/** Generated and stored if there are none yet. */
export async function readCredentials(dataDir: string): Promise<Credentials> {
  const stored = await readFile(fileIn(dataDir), 'utf8').catch(() => null)
  if (stored !== null) return JSON.parse(stored) as Credentials
  const generated = { owner: randomBytes(24).toString('hex'), service: randomBytes(24).toString('hex'), port: 0 }
  storeCredentials(dataDir, generated)
  return generated
}

/** Only the owner of the file can read it. */
export const storeCredentials = (dataDir: string, credentials: Credentials): void =>
  replaceFile(fileIn(dataDir), JSON.stringify(credentials), { mode: 0o600 })
