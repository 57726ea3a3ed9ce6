// A disk whose fsyncs take longer, like a cloud volume's: the same for every subject, since all keep their rows in one
// Postgres.
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { median } from '../load.ts'

const COMMITS = 21
/** Long enough not to be hidden by a busy disk. */
const PROBE_US = 50_000

/** `environment`: what Postgres has to be started with. */
export type SlowDisk = {
  readonly environment: Readonly<Record<string, string>>
  /** From now on. */
  delay(microseconds: number): void
  remove(): void
}

/** Without delay at first. Returns a line that says why if it is not available: it needs Linux and a C compiler. */
export function makeSlowDisk(compiler = 'cc'): SlowDisk | string {
  if (process.platform !== 'linux') return 'a slow disk can be played on Linux only'
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-disk-'))
  // Postgres may run as another user
  chmodSync(folder, 0o755)
  const library = join(folder, 'later-fsync.so')
  const source = join(import.meta.dirname, 'later-fsync.c')
  try {
    execFileSync(compiler, ['-shared', '-fPIC', '-O2', '-o', library, source], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    rmSync(folder, { recursive: true })
    return `a slow disk needs a C compiler (${(error as Error).message.split('\n')[0]})`
  }
  const file = join(folder, 'microseconds')
  writeFileSync(file, Buffer.alloc(4), { mode: 0o644 })
  const shared = openSync(file, 'r+')
  return {
    environment: { LD_PRELOAD: library, FSYNC_DELAY_FILE: file },
    delay(microseconds) {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(microseconds)
      writeSync(shared, bytes, 0, 4, 0)
    },
    remove() {
      closeSync(shared)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs `start` with these variables in the environment of whatever it starts. */
export async function withEnvironment<Done>(more: Readonly<Record<string, string>>, start: () => Promise<Done>) {
  const before = { ...process.env }
  Object.assign(process.env, more)
  try {
    return await start()
  } finally {
    for (const name of Object.keys(more)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

/**
 * Whether a commit takes as much longer as set. Leaves the disk without delay. `url`: of a role that may make a table.
 */
export async function isSlower(disk: SlowDisk, url: string): Promise<boolean> {
  const before = await commitMs(url)
  disk.delay(PROBE_US)
  try {
    return (await commitMs(url)) - before > PROBE_US / 2_000
  } finally {
    disk.delay(0)
  }
}

/** Median milliseconds of a single commit. */
async function commitMs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table if not exists commit_probe (n integer)')
    const took: number[] = []
    for (let n = 0; n < COMMITS; n++) {
      const begin = performance.now()
      await client.query({ name: 'probe', text: 'insert into commit_probe values ($1)', values: [n] })
      took.push(performance.now() - begin)
    }
    await client.query('drop table commit_probe')
    return median(took)
  } finally {
    await client.end()
  }
}
