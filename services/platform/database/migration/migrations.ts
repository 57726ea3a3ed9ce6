// The migrations: SQL files, and code for what SQL cannot do, each beside the module whose tables it creates. Their
// names begin with a number that orders them over all folders.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'

/** `log`: runs as the owner of the log. */
export type Step = {
  readonly name: string
  readonly run: (client: pg.Client) => Promise<unknown>
  readonly log: boolean
  /** For a read model: the tables that it creates in schema app, if any of them is missing; a rebuild replaces them. */
  readonly tables?: readonly string[]
  /**
   * SHA-256 of a file that must not change after it was applied. Code has none: it may be rewritten if it does the
   * same.
   */
  readonly sha256?: string
}

const ROOT = join(import.meta.dirname, '../../../..')
const FOLDERS = [
  'services/event-store/postgres/migrations',
  'services/commands/migrations',
  'services/accounts/migrations',
  'services/odds/migrations',
  'services/transparency/migrations',
  'services/platform/clock/migrations',
  'services/backup/migrations',
].map((folder) => join(ROOT, folder))
const READ_MODELS = join(ROOT, 'projections')

/** Every step, in order. `folders`: where the numbered files are; for tests. */
export const allSteps = (folders: readonly string[] = FOLDERS): Step[] => [
  ...numberedSteps(folders),
  ...readModelSteps(),
]

function numberedSteps(folders: readonly string[]): Step[] {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  return files
    .filter((file) => /\.(sql|ts)$/.test(file))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .map((file) => {
      const name = basename(file)
      const log = /^\d+-log/.test(name)
      return name.endsWith('.sql') ? { name, log, ...sqlStep(file) } : { name, log, run: codeStep(file) }
    })
}

function sqlStep(file: string): Pick<Step, 'run' | 'sha256'> {
  const sql = readFileSync(file, 'utf8')
  return { run: (client) => client.query(sql), sha256: createHash('sha256').update(sql).digest('hex') }
}

/** A module whose `run` takes the client, in the step's transaction. */
const codeStep = (file: string) => async (client: pg.Client) => {
  const module: { run(client: pg.Client): Promise<void> } = await import(pathToFileURL(file).href)
  await module.run(client)
}

function readModelSteps(): Step[] {
  const folders = readdirSync(READ_MODELS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = ['checkpoints.sql', ...folders.map((folder) => `${folder.name}/table.sql`).sort()]
  return files.flatMap((file) => {
    const sql = readIfThere(join(READ_MODELS, file))
    if (sql === null) return []
    const tables = [...sql.matchAll(/^create table (\w+)/gm)].map((match) => match[1]!)
    return [{ name: `projections/${file}`, run: readModelStep(dirname(file), tables, sql), log: false, tables }]
  })
}

/** Starts with empty tables and without a checkpoint: the projector fills them from the first event. */
const readModelStep = (name: string, tables: readonly string[], sql: string) => async (client: pg.Client) => {
  await client.query(`drop table if exists ${tables.join(', ')}`)
  await client.query(sql)
  if (name !== '.') await client.query('delete from projection_checkpoint where projection = $1', [name])
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
