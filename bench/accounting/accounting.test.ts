import pg from 'pg'
import { expect, test } from 'vitest'
import { keep } from '#projections/testing/environment.ts'
import { createEmptyDatabase } from '#tests/database.ts'
import { type Backend, Backends } from './backends.ts'
import { measureWork } from './measure-work.ts'
import { ownersOfPorts, socketsByPort } from './sockets.ts'
import { processesIn, productParts, serverParts, settlerParts } from './subjects.ts'
import { Tally } from './tally.ts'

const linux = test.runIf(process.platform === 'linux')

test('work counts from the first look, or from the start of later processes; what ended keeps its last count', () => {
  const tally = new Tally()
  const worked = new Map([
    [1, 100],
    [2, 50],
  ])
  const look = (parts: [number, string][]) => tally.look(new Map(parts), (pid) => worked.get(pid) ?? 0)
  look([
    [1, 'api'],
    [2, 'fold'],
  ])
  worked.set(1, 130).set(2, 55).set(3, 7)
  look([
    [1, 'api'],
    [2, 'fold'],
    [3, 'fold'],
  ])
  worked.set(1, 140).delete(2)
  look([
    [1, 'api'],
    [3, 'fold'],
  ])
  expect(tally.byPart()).toEqual({ api: 40, fold: 12 })
})

test('the product consists of the children of its supervisor, by what they run', () => {
  const listed = `
    10     1 /bin/node services/supervisor/main.ts
    11    10 /bin/node /app/services/api/main.ts
    12    10 /bin/node /app/services/projector/main.ts
    13    10 /bin/node /app/services/simulator/main.ts
    14     9 /bin/node /app/services/api/main.ts`
  expect([...processesIn(listed, 10)]).toEqual([
    [11, 'api'],
    [12, 'projector'],
    [13, 'simulator'],
  ])
})

test('a backend belongs to the process that it serves', () => {
  const product = productParts(
    new Map([
      [11, 'api'],
      [12, 'projector'],
      [13, 'worker'],
      [14, 'simulator'],
    ]),
  )
  const backend = (owner: number | null, application = '', isShared = false): Backend => ({
    ...{ pid: 1, application, owner, isShared },
  })
  expect(product.partOf(backend(11, 'fairbook append'))).toBe('append')
  expect(product.partOf(backend(11, 'fairbook api'))).toBe('queries')
  expect(product.partOf(backend(12, 'fairbook log'))).toBe('fold')
  expect(product.partOf(backend(13, 'fairbook append'))).toBe('rest')
  expect(product.partOf(backend(null, '', true))).toBe('rest')
  expect(product.partOf(backend(14, 'fairbook simulator'))).toBeNull()
  expect(product.partOf(backend(99, 'fairbook append'))).toBeNull()
  expect(product.partOf(backend(null, 'fairbook append'))).toBeNull()
  const settling = settlerParts(30, 31)
  expect(settling.partOf(backend(30, 'fairbook append'))).toBe('append')
  expect(settling.partOf(backend(30, 'fairbook log'))).toBe('rest')
  expect(settling.partOf(backend(31, 'fairbook projector'))).toBe('fold')
  expect(settling.partOf(backend(11, 'fairbook append'))).toBeNull()
  expect(settling.partOf(backend(null, '', true))).toBe('rest')
  const server = serverParts(20)
  expect(server.partOf(backend(20))).toBe('statements')
  expect(server.partOf(backend(11))).toBeNull()
  expect(server.partOf(backend(null, '', true))).toBe('rest')
})

test('open connections are read as the system lists them', () => {
  const lines = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1 0 100 0 0 10 0',
    '   1: 0100007F:C350 0100007F:1538 01 00000000:00000000 02:00000000 00000000     0        0 222 1 0 100 0 0 10 0',
    '',
  ]
  expect([...socketsByPort(lines.join('\n'))]).toEqual([[50_000, '222']])
})

linux('a connection of this process is found to be its own, and what its backend works to be its part', async () => {
  const { ownerUrl } = await keep(await createEmptyDatabase(), (database) => database.drop())
  const client = await keep(new pg.Client({ connectionString: ownerUrl, application_name: 'worker' }), (one) =>
    one.end(),
  )
  await client.connect()
  const { rows } = await client.query<{ port: number }>('select inet_client_port() as port')
  expect(ownersOfPorts([process.pid]).get(rows[0]!.port)).toBe(process.pid)

  const backends = await keep(await Backends.watch(ownerUrl), (one) => one.close())
  const listed = await backends.list([process.pid])
  expect(listed.filter(({ application }) => application === 'worker')).toMatchObject([
    { owner: process.pid, isShared: false },
  ])
  expect(listed.filter(({ isShared }) => isShared).length).toBeGreaterThan(0)
  const accounted = {
    owners: new Map([[process.pid, 'server']]),
    partOf: ({ application }: Backend) => (application === 'worker' ? 'statements' : null),
  }
  const { done, work } = await measureWork(
    accounted,
    backends,
    async () => {
      await client.query('select sum(sqrt(n)) from generate_series(1, 500000) n')
      return 'done'
    },
    [],
  )
  expect(done).toBe('done')
  expect(work!.statements).toBeGreaterThan(0)
  expect(work!.server).toBeGreaterThan(0)
})
