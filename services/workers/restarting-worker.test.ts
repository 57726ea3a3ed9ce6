// When a worker is replaced. BullMQ's own worker stands in here: its server would have to break at given moments; that
// the whole comes back with a real server is in faults.test.ts.
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { startRestartingWorker } from './restarting-worker.ts'

class FakeWorker extends EventEmitter {
  closed = 0
  runs = false
  readonly #ready: Promise<void>
  constructor(ready: Promise<void>) {
    super()
    this.#ready = ready
  }
  waitUntilReady() {
    return this.#ready
  }
  async run() {
    this.runs = true
  }
  async pause() {
    this.runs = false
  }
  async close() {
    this.closed += 1
  }
}

const lostConnection = () => Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })

/** `ready`: what becomes of each worker in turn; ready at once after the last of them. */
function workshop(ready: Promise<void>[] = []) {
  const made: FakeWorker[] = []
  const said: unknown[] = []
  const create = () => {
    const worker = new FakeWorker(ready[made.length] ?? Promise.resolve())
    made.push(worker)
    return worker
  }
  return { made, said, start: () => startRestartingWorker(create, (error) => said.push(error), 1) }
}

test('whose connections are lost, a worker is replaced once and closed', async () => {
  const { made, said, start } = workshop()
  const lasting = await start()
  for (let n = 0; n < 3; n++) made[0]!.emit('error', lostConnection())
  expect(made[0]!.runs).toBe(false)
  await expect.poll(() => made[1]?.runs).toBe(true)
  await expect.poll(() => made[0]!.closed).toBe(1)
  made[0]!.emit('error', lostConnection())
  await lasting.close()
  expect(said).toHaveLength(4)
  expect(made.map(({ closed }) => closed)).toEqual([1, 1])
})

test('that met another error, a worker goes on', async () => {
  const { made, said, start } = workshop()
  const lasting = await start()
  made[0]!.emit('error', new Error('Missing lock for job 1'))
  expect(made[0]!.runs).toBe(true)
  await lasting.close()
  expect(said).toHaveLength(1)
  expect(made).toHaveLength(1)
})

test('that never became ready, the one in its place is closed too, and the next takes over', async () => {
  const away = Promise.reject(lostConnection())
  away.catch(() => undefined)
  const { made, start } = workshop([Promise.resolve(), away])
  const lasting = await start()
  made[0]!.emit('error', lostConnection())
  await expect.poll(() => made).toHaveLength(3)
  await expect
    .poll(() => made.map(({ closed, runs }) => [closed, runs]))
    .toEqual([
      [1, false],
      [1, false],
      [0, true],
    ])
  // it is in charge now: what happens to it counts
  made[2]!.emit('error', lostConnection())
  await expect.poll(() => made).toHaveLength(4)
  await lasting.close()
})

test('closed while another was getting ready, both are closed', async () => {
  let ready = () => {}
  const soon = new Promise<void>((resolve) => {
    ready = resolve
  })
  const { made, start } = workshop([Promise.resolve(), soon])
  const lasting = await start()
  made[0]!.emit('error', lostConnection())
  await expect.poll(() => made).toHaveLength(2)
  await lasting.close()
  ready()
  await expect.poll(() => made[1]!.closed).toBe(1)
  expect(made).toHaveLength(2)
})

test('where the first is never ready, there is no worker', async () => {
  const away = Promise.reject(lostConnection())
  away.catch(() => undefined)
  await expect(workshop([away]).start()).rejects.toThrow('gone')
})
