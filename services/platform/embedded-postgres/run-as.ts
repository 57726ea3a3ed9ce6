// Postgres refuses to run as root. Started by root, it runs as the system user `postgres`, created if missing.
import { execFileSync, spawnSync } from 'node:child_process'

/** How to start a program: a command to prefix its command line with, and the user to run it as. */
export type RunAs = { readonly prefix: readonly string[]; readonly uid?: number; readonly gid?: number }

const USER = 'postgres'

/** `paths`: what the program must be able to read. */
export function runAs(paths: readonly string[]): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const user = systemUser()
  if (paths.every((path) => isReadable(path, user))) return { prefix: [], ...user }
  return { prefix: withFileAccess(user), ...user }
}

function systemUser(): { uid: number; gid: number } {
  try {
    return lookUp()
  } catch {
    try {
      execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER])
      return lookUp()
    } catch (error) {
      throw new Error(`Postgres does not run as root, and the user '${USER}' could not be created: ${firstLine(error)}`)
    }
  }
}

function lookUp(): { uid: number; gid: number } {
  const number = (flag: string) =>
    Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim())
  return { uid: number('-u'), gid: number('-g') }
}

function isReadable(path: string, user: { uid: number; gid: number }): boolean {
  return spawnSync('/bin/ls', ['-d', `${path}/.`], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

/**
 * That user cannot read a checkout under /root (mode 0700). Rather than change permissions of folders that are not
 * ours, the process keeps one of root's capabilities: to bypass permission checks on files.
 */
function withFileAccess(user: { uid: number; gid: number }): string[] {
  const command = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  const [program = '', ...flags] = command
  if (spawnSync(program, [...flags, '/bin/true'], { cwd: '/', stdio: 'ignore' }).status === 0) return command
  throw new Error(
    `Postgres does not run as root, and the user '${USER}' cannot reach this folder: start from another folder, as another user, or set DATABASE_URL`,
  )
}

function firstLine(error: unknown): string {
  return error instanceof Error ? error.message.split('\n')[0]! : String(error)
}
