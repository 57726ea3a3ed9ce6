// When a worker is replaced. Uses a stand-in for BullMQ's worker, since a real server would have to break at given
// moments; recovery with a real server is tested in faults.test.ts.
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

/** `ready`: for each worker in turn, when it becomes ready; any after these are ready at once. */
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

test('after any other error, a worker continues', async () => {
  const { made, said, start } = workshop()
  const lasting = await start()
  made[0]!.emit('error', new Error('Missing lock for job 1'))
  expect(made[0]!.runs).toBe(true)
  await lasting.close()
  expect(said).toHaveLength(1)
  expect(made).toHaveLength(1)
})

test('if its replacement never becomes ready, that is closed too, and the next one takes over', async () => {
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
  // it is in charge now, so its errors count
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

test('if the first is never ready, there is no worker', async () => {
  const away = Promise.reject(lostConnection())
  away.catch(() => undefined)
  await expect(workshop([away]).start()).rejects.toThrow('gone')
})
