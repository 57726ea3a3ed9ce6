// Checkpoints cosigned by witnesses that follow the rules of c2sp.org/tlog-witness.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { keep, newClient, newDatabase, newLog } from '#projections/testing/environment.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { type Span, type SpanStart, traceWith } from '#services/platform/tracing/spans.ts'
import { cosignaturesBy, readWitnesses } from '#services/transparency/cosignature.ts'
import { readKeyRows } from '#services/transparency/key-rows.ts'
import { readCheckpoint } from '#services/transparency/tile-rows.ts'
import { readCosigned } from '#services/transparency/witness-rows.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { readSigningMetrics } from './metrics.ts'
import type { Notary } from './notary.ts'
import { startTestNotary } from './testing/notary.ts'
import { startTestWitness, type TestWitness } from './testing/witness.ts'

const PATIENTLY = { timeout: 60_000 }

describe('a notary with witnesses', () => {
  let client: pg.Client
  let notary: Notary
  let witnesses: readonly [TestWitness, TestWitness]
  let lines: string[]
  let write: () => Promise<number>
  let readMetrics: () => () => void

  beforeEach(async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    client = await newClient(url)
    const pool = keep(openPool(url, { max: 1 }), (one) => one.end())
    readMetrics = () => readSigningMetrics({ pool, store })
    lines = []
    const newWitness = async (name: string) => {
      const own = await newClient(url)
      const logKey = async () => (await readKeyRows(own)).at(-1)?.verifierKey
      return keep(await startTestWitness(name, logKey), (one) => one.stop())
    }
    witnesses = [await newWitness('witness.example/one'), await newWitness('witness.example/two')]
    const named = readWitnesses(witnesses.map(({ setting }) => setting).join(', '))
    const log = (line: string) => void lines.push(line)
    notary = keep(startTestNotary(store, url, {}, { witnesses: named, log }), (one) => one.stop())
    const writer = new LogWriter(store)
    const steps = randomScenario(31, 60)
    write = async () => {
      for (const step of steps.splice(0, 8)) await writer.write(step)
      return writer.events + 1
    }
  })

  /** Waits until a checkpoint of this many events is cosigned by these witnesses. */
  const untilCosigned = async (size: number, by: readonly TestWitness[]) => {
    await expect
      .poll(async () => {
        const { size: found = 0, note = '' } = (await readCosigned(client)) ?? {}
        const text = note.slice(0, note.indexOf('\n\n') + 1)
        const named = by.flatMap(({ setting }) => readWitnesses(setting))
        return [found >= size, named.map((one) => cosignaturesBy(one, text, note).length)]
      }, PATIENTLY)
      .toEqual([true, by.map(() => 1)])
  }
  const untilSigned = (size: number) =>
    expect.poll(async () => (await readCheckpoint(client))?.size, PATIENTLY).toBeGreaterThanOrEqual(size)
  const faults = async () =>
    (await client.query('select name, fault from app.log_witness where fault is not null order by name')).rows
  const untilFault = (witness: TestWitness, fault: string) =>
    expect.poll(faults, PATIENTLY).toContainEqual({ name: witness.name, fault })

  it('has each checkpoint cosigned by all of them, with a proof from the last one', async () => {
    for (let round = 0; round < 3; round++) await untilCosigned(await write(), witnesses)
    for (const { answered } of witnesses) expect(new Set(answered)).toEqual(new Set([200]))
    expect([await faults(), lines]).toEqual([[], []])
  })

  it('keeps what was cosigned beside what was signed since, and continues while one witness is away', async () => {
    const [one, two] = witnesses
    await untilCosigned(await write(), witnesses)
    await two.stop()
    const size = await write()
    await untilCosigned(size, [one])
    await untilFault(two, 'silent')
    await one.stop()
    const cosigned = (await readCosigned(client))!
    await untilSigned(await write())
    await untilFault(one, 'silent')
    expect(await readCosigned(client)).toEqual(cosigned)
    const end = readMetrics()
    const alerts = raised('WitnessFault', await scrape())
    end()
    expect(new Set(alerts)).toEqual(new Set([one, two].map(({ name }) => ({ witness: name, fault: 'silent' }))))
    await Promise.all([one.start(), two.start()])
    await untilCosigned(await write(), witnesses)
    await expect.poll(faults, PATIENTLY).toEqual([])
  })

  it('holds nothing against a witness that has not answered when the notary stops', async () => {
    const [one, two] = witnesses
    two.hangs = true
    await untilSigned(await write())
    await expect.poll(() => [one, two].every(({ asked }) => asked > 0), PATIENTLY).toBe(true)
    await notary.stop()
    expect([await faults(), lines]).toEqual([[], []])
  })

  it('has what one cosigned at once, while another does not answer', async () => {
    const [one, two] = witnesses
    await untilCosigned(await write(), witnesses)
    two.hangs = true
    await untilCosigned(await write(), [one])
    // nobody had given up on the other one before
    expect([await faults(), lines]).toEqual([[], []])
  })

  it('records each checkpoint and each call of a witness as a span', async () => {
    const spans: { name: string; attributes: Record<string, unknown>; failed: string | null; ended: boolean }[] = []
    const begin = ({ name, attributes }: SpanStart): Span => {
      const span = { name, attributes: { ...attributes }, failed: null as string | null, ended: false }
      spans.push(span)
      return {
        ...{ trace: '', id: '' },
        set: (more) => void Object.assign(span.attributes, more),
        fail: (what) => {
          span.failed = what
        },
        end: () => {
          span.ended = true
        },
      }
    }
    traceWith({ begin, stop: async () => undefined })
    try {
      const [one, two] = witnesses
      const size = await write()
      await untilCosigned(size, witnesses)
      await two.stop()
      await write()
      await untilFault(two, 'silent')
      const named = (name: string) => spans.filter((span) => span.name === name && span.ended)
      const signed = named('sign a checkpoint').map(({ attributes }) => attributes['fairbook.batch.events'])
      expect(signed.reduce<number>((sum, events) => sum + Number(events), 0)).toBeGreaterThanOrEqual(size)
      const answers = named('ask a witness').map(({ attributes, failed }) => ({ ...attributes, failed }))
      for (const [witness, answer, failed] of [
        [one.name, 'cosigned', null],
        [two.name, 'cosigned', null],
        [two.name, 'silent', 'silent'],
      ])
        expect(answers).toContainEqual({ 'fairbook.witness': witness, 'fairbook.witness.answer': answer, failed })
    } finally {
      traceWith(null)
    }
  })

  it('continues at the size at which a witness knows the log', async () => {
    const [one, two] = witnesses
    await untilCosigned(await write(), witnesses)
    // restored from an older backup of its own
    const old = one.head
    await untilCosigned(await write(), witnesses)
    one.head = old
    await untilCosigned(await write(), witnesses)
    expect([one.answered.includes(409), two.answered.includes(409)]).toEqual([true, false])
    expect(await faults()).toEqual([])
  })

  it('reports that a witness has seen another history, and continues to sign', async () => {
    const [one, two] = witnesses
    await untilCosigned(await write(), witnesses)
    one.head = { size: one.head.size, root: randomBytes(32) }
    await untilCosigned(await write(), [two])
    await untilFault(one, 'forked')
    expect(one.answered).toContain(422)
    two.head = { size: 1_000_000, root: randomBytes(32) }
    await untilSigned(await write())
    await untilFault(two, 'forked')
    expect(lines).toContainEqual(expect.stringMatching(/^witness witness\.example\/two: forked: it cosigned 1000000 /))
  })

  it('reports that a witness refuses, and accepts no signature that is not its own', async () => {
    const [one, two] = witnesses
    one.answers = 404
    two.answers = 200
    await untilSigned(await write())
    await untilFault(one, 'refused')
    await untilFault(two, 'refused')
    expect(await readCosigned(client)).toBeNull()
  })
})

describe('the setting', () => {
  it.each([
    ['witness.example', /is not the address of a witness/],
    ['https://witness.example', /is not the key of a witness/],
    ['https://witness.example a+00000000+AA', /is not the key of a witness/],
  ])('%s is refused', (setting, why) => {
    expect(() => readWitnesses(setting)).toThrow(why)
  })
})
