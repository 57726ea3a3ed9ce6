import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from '#services/platform/embedded-postgres/postmaster.ts'
import type { ChildMessage } from '#services/platform/process/supervisor-protocol.ts'
import { Child } from './child.ts'
import { createSupervisorLog } from './supervisor-log.ts'

const ENTRY = join(import.meta.dirname, 'testing/fake-child.ts')
const SOON = { timeout: 60_000, interval: 20 }

let folder: string
let log: string
let child: Child | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairbook-child-'))
  log = join(folder, 'log')
  writeFileSync(log, '')
  child = null
})
afterEach(async () => {
  await child?.stop(1_000)
  rmSync(folder, { recursive: true, force: true })
})

const notes = () => readFileSync(log, 'utf8').trim().split('\n').filter(Boolean)
const noted = (what: string) => notes().filter((line) => line.startsWith(`${what} `))

function make(fake: string, options: { waitsForRestart?: boolean } = {}) {
  const env: NodeJS.ProcessEnv = { ...process.env, FAKE: fake, FAKE_LOG: log }
  const said: string[] = []
  const heard: ChildMessage[] = []
  const lost: string[] = []
  const told: Record<string, unknown>[] = []
  child = new Child({
    name: 'fake',
    entry: ENTRY,
    env: () => env,
    onMessage: (message) => heard.push(message),
    onFatal: (reason) => lost.push(reason),
    print: (line) => said.push(line),
    log: createSupervisorLog({ write: (line) => void told.push(JSON.parse(line)) }),
    ...options,
  })
  return { child, said, heard, lost, told, env }
}

test('a child is ready when it says so, and ends when it is asked to', async () => {
  const { child } = make('works')
  expect(await child.start()).toBe(4711)
  await child.stop(60_000)
  expect(notes().map((line) => line.split(' ')[0])).toEqual(['started', 'stopping', 'stopped'])
  expect(child.pid).toBeNull()
})

test('a child that dies is restarted', async () => {
  const { child, said, told } = make('works')
  await child.start()
  const first = child.pid!
  process.kill(first, 'SIGKILL')
  await expect.poll(() => noted('started').length, SOON).toBe(2)
  expect(child.pid).not.toBe(first)
  expect(said).toEqual(['the fake process ended (SIGKILL); restarting it'])
  expect(told).toMatchObject([{ level: 40, service: 'supervisor', process: 'fake', pid: first, how: 'SIGKILL' }])
})

test('a child is restarted on demand, at once and silently', async () => {
  const { child, said } = make('works')
  await child.start()
  const pids = [child.pid]
  for (let time = 0; time < 3; time++) {
    await child.restart()
    pids.push(child.pid)
  }
  expect(new Set(pids).size).toBe(4)
  expect(noted('stopped')).toHaveLength(3)
  expect(said).toEqual([])
})

test('a child whose code is being worked on waits for a restart', async () => {
  const { child, said, env } = make('dies', { waitsForRestart: true })
  const ready = child.start()
  const crashed = 'the fake process ended (code 3); it waits for a change'
  await expect.poll(() => said, SOON).toEqual([crashed])
  const again = child.restart()
  await expect.poll(() => said, SOON).toEqual([crashed, crashed])
  env.FAKE = 'works'
  await child.restart()
  await again
  expect(await ready).toBe(4711)
  expect(noted('started')).toHaveLength(3)
})

test('a child that refuses to start is not tried again', async () => {
  const { child } = make('refuses')
  await expect(child.start()).rejects.toThrow('nothing to do here')
  expect(noted('started')).toHaveLength(1)
})

test('a child that keeps dying is given up', async () => {
  const { child, said } = make('dies')
  await expect(child.start()).rejects.toThrow('the fake process ended (code 3)')
  expect(noted('started')).toHaveLength(5)
  expect(said).toHaveLength(4)
})

test('a child that does not end is killed', async () => {
  const { child } = make('hangs')
  await child.start()
  await child.stop(300)
  expect(noted('stopped')).toEqual([])
  expect(child.pid).toBeNull()
})

test('a made-up password is passed on', async () => {
  const { child, heard } = make('announces')
  await child.start()
  expect(heard).toContainEqual({ kind: 'super-admin', username: 'root', password: 'secret' })
})

test('children end with a supervisor that was killed', async () => {
  const parent: ChildProcess = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { fork } from 'node:child_process'
       fork(${JSON.stringify(ENTRY)}, [], { execArgv: [], env: { ...process.env, FAIRBOOK_SUPERVISED: '1' } })
       setInterval(() => undefined, 60_000)`,
    ],
    { env: { ...process.env, FAKE_LOG: log }, stdio: 'ignore' },
  )
  await expect.poll(() => noted('started').length, SOON).toBe(1)
  const pid = Number(noted('started')[0]!.split(' ')[1])
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), SOON).toBe(false)
  expect(noted('stopped')).toHaveLength(1)
})

test('a child that ends for good after it was ready is not started again', async () => {
  const { child, said, lost, told } = make('is lost')
  await child.start()
  await expect.poll(() => lost, SOON).toEqual(['the log is another one'])
  expect(noted('started')).toHaveLength(1)
  expect(said).toEqual([])
  expect(told).toMatchObject([{ level: 50, process: 'fake', reason: 'the log is another one' }])
})

test('on a terminal, where people read the other lines, nothing is said twice', async () => {
  const lines: string[] = []
  createSupervisorLog({ write: (line) => void lines.push(line), isTTY: true }).warn({}, 'a process ended')
  expect(lines).toEqual([])
})
