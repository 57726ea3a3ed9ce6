// Creates the data folder of a cluster, at its first start.
import { chownSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lastLine } from './files.ts'
import { type Installation, OWNER } from './installation.ts'
import { WAL_SEGMENT } from './settings.ts'
import { runProgram } from './spawn.ts'

/** Throws an error of one line if it cannot. */
export async function initialise({ programs, as, dataDir, credentials, options }: Installation): Promise<void> {
  // created aside and renamed, so that an interrupted start leaves nothing half made
  const draft = join(dataDir, 'postgres.new')
  const passwordFile = join(dataDir, 'postgres.password')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, credentials.owner, { mode: 0o600 })
  if (as.uid !== undefined) for (const path of [draft, passwordFile]) chownSync(path, as.uid, as.gid ?? as.uid)
  const flags = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', `--username=${OWNER}`, WAL_SEGMENT]
  if (options.durable === false) flags.push('--no-sync')
  try {
    await runProgram(as, programs.initdb, [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...flags])
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`Postgres could not be set up in ${dataDir}: ${lastLine(stderr ?? String(error))}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, join(dataDir, 'postgres'))
}
