import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { endorsementText } from '#domain/log-key/events.ts'
import { keep, newClient, newDatabase, newLog, until } from '#projections/testing/environment.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { LogWriter, writeLog } from '#projections/testing/write-log.ts'
import { decodeBody } from '#services/event-store/encoding.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { merkleTree } from '#services/merkle/merkle-tree.ts'
import { Proofs } from '#services/merkle/proofs.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { checkpointText } from '#services/transparency/checkpoint.ts'
import { readKeyRows } from '#services/transparency/key-rows.ts'
import { TransparencyLog } from '#services/transparency/log-reader.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { openedNote } from '#services/transparency/testing/verification.ts'
import { readCheckpoint, readHead, readTile } from '#services/transparency/tile-rows.ts'
import { raised, scrape } from '#tests/alerts.ts'
import { stepsOnDisk } from '#tests/synced.ts'
import { keptIn } from './kept-checkpoint.ts'
import type { KeySettings } from './log-key.ts'
import { readSigningMetrics } from './metrics.ts'
import { newKey, ORIGIN, openTestKey, startTestNotary } from './testing/notary.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairbook-notary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const newFolder = () => mkdtempSync(join(folder, 'data-'))

const newNotary = (store: EventStore, url: string, settings: Partial<KeySettings>) =>
  keep(startTestNotary(store, url, settings), (one) => one.stop())

async function leavesOf(store: EventStore): Promise<Buffer[]> {
  const leaves: Buffer[] = []
  for await (const page of store.readAll(null)) leaves.push(...page.map(({ body }) => leafHash(body)))
  return leaves
}

async function eventsOf(store: EventStore) {
  const events: ReturnType<typeof decodeBody>[] = []
  for await (const page of store.readAll(null)) events.push(...page.map(({ body }) => decodeBody(body)))
  return events
}

/** Waits until everything in the log is signed; checks that the signed tree is that of the log. */
async function untilSigned(store: EventStore, client: pg.Client): Promise<string> {
  const leaves = await leavesOf(store)
  const { root } = merkleTree(leaves)
  let signed = ''
  await until(async () => {
    const checkpoint = await readCheckpoint(client)
    expect(checkpoint?.size).toBe(leaves.length)
    const keys = await readKeyRows(client)
    expect(openedNote(checkpoint!.note, keys.at(-1)!.verifierKey)).toEqual({
      size: leaves.length,
      root: root.toString('base64'),
    })
    signed = checkpoint!.note
  })
  return signed
}

/** A log of one event that a first notary has signed before it stopped. */
async function signedOnce(settings: Partial<KeySettings> = {}) {
  const { url } = await newDatabase()
  const client = await newClient(url)
  const store = await newLog(url)
  const first = newNotary(store, url, settings)
  await untilSigned(store, client)
  await first.stop()
  return { url, client, store }
}

/** The settings that replace the key after its loss. */
function lostFor(pem: string) {
  const LOG_KEY_CHANGED = new NoteSigner(ORIGIN, pem).verifierKey
  return { LOG_SIGNING_KEY: pem, LOG_KEY_CHANGED, LOG_KEY_CHANGE_REASON: 'lost' } as const
}

describe('a notary', () => {
  it('signs what the log holds, and continues where another stopped', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    const settings = { DATA_DIR: newFolder() }
    const first = newNotary(store, url, settings)
    await untilSigned(store, client)
    await writeLog(store, randomScenario(1, 200))
    await untilSigned(store, client)
    await first.stop()
    await writeLog(
      store,
      randomScenario(2, 200).map((step) => ({ ...step, stream: `${step.stream}x` })),
    )
    const second = newNotary(store, url, settings)
    newNotary(store, url, settings)
    await untilSigned(store, client)
    await second.stop()
    const writer = new LogWriter(store)
    for (const step of randomScenario(3, 20)) await writer.write({ ...step, stream: `${step.stream}y` })
    await untilSigned(store, client)
    // tiles lead to the same roots, at every size, signed or not
    const leaves = await leavesOf(store)
    const pool = keep(openPool(url), (one) => one.end())
    const proofs = new Proofs(async (level, index, width) => (await readTile(pool, level, index, width))!.hashes)
    for (const size of [1, 255, 256, 257, leaves.length]) {
      expect((await proofs.root(size)).equals(merkleTree(leaves.slice(0, size)).root), String(size)).toBe(true)
    }
  })

  it('raises an alert while nobody signs', async () => {
    const settings = { DATA_DIR: newFolder() }
    const { url, client, store } = await signedOnce(settings)
    const pool = keep(openPool(url, { max: 1 }), (one) => one.end())
    const end = readSigningMetrics({ pool, store })
    try {
      expect(raised('LogUnsigned', await scrape())).toEqual([])
      // an old event
      await writeLog(store, randomScenario(5, 10))
      expect(raised('LogUnsigned', await scrape())).toEqual([{}])
      newNotary(store, url, settings)
      await untilSigned(store, client)
      expect(raised('LogUnsigned', await scrape())).toEqual([])
    } finally {
      end()
    }
  })

  it('records where each tile of events begins', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    await writeLog(store, randomScenario(4, 800))
    newNotary(store, url, { DATA_DIR: newFolder() })
    await untilSigned(store, client)
    const leaves = await leavesOf(store)
    expect(leaves.length).toBeGreaterThan(512)
    for (let index = 0; index * 256 < leaves.length; index++) {
      const { follows, hashes } = (await readTile(client, 0, index, 1))!
      for await (const [event] of store.readAll(follows, 1)) {
        expect(leafHash(event!.body).equals(hashes), String(index)).toBe(true)
        break
      }
    }
  })

  it('allows proofs that read each tile once', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    await writeLog(store, randomScenario(4, 800))
    newNotary(store, url, {})
    await untilSigned(store, client)
    const tree = merkleTree(await leavesOf(store))
    const pool = keep(openPool(url), (one) => one.end())
    const asked = vi.spyOn(pool, 'query')
    for (const index of [0, 300, 511, tree.size - 1]) {
      asked.mockClear()
      const { beside } = (await new TransparencyLog(pool).inclusion(index, 0))!
      expect(Buffer.concat(beside).equals(tree.path(index)), String(index)).toBe(true)
      // two more reads are for checkpoints
      const names = asked.mock.calls.slice(2).map((call) => JSON.stringify((call as unknown[])[1]))
      expect([names.length, names.length <= 4]).toEqual([new Set(names).size, true])
    }
  })

  it('signs nothing on rows that somebody changed, and says so', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    const settings = { DATA_DIR: newFolder() }
    const first = newNotary(store, url, settings)
    await writeLog(store, randomScenario(5, 100))
    const note = await untilSigned(store, client)
    await first.stop()
    await client.query(
      `update app.log_tile set hashes = set_byte(hashes, 39, (get_byte(hashes, 39) + 1) % 256) where level = 0`,
    )
    await expect(newNotary(store, url, settings).ended).rejects.toThrow(/is not the one that was signed/)
    await client.query(`delete from app.log_tile where level = 0`)
    await expect(newNotary(store, url, settings).ended).rejects.toThrow(/is not the one that was signed/)
    expect((await readCheckpoint(client))?.note).toBe(note)
  })

  it('rebuilds the tree if its rows were removed, and continues to sign', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    const settings = { DATA_DIR: newFolder() }
    await writeLog(store, randomScenario(8, 400))
    const begin = async () => {
      const notary = newNotary(store, url, settings)
      await until(async () => expect((await readHead(client))?.size).toBe((await leavesOf(store)).length))
      const note = await untilSigned(store, client)
      await notary.stop()
      return note
    }
    const note = await begin()
    await client.query('delete from app.log_tile')
    await client.query('delete from app.log_tree')
    await client.query(`update app.log_checkpoint set signed_at = signed_at - interval '2 hours'`)
    expect(await begin()).toBe(note)
    await client.query('delete from app.log_tile')
    await client.query('delete from app.log_tree')
    await new LogWriter(store).write({ ...randomScenario(9, 1)[0]!, stream: `account-${'9'.repeat(32)}` })
    expect(await begin()).not.toBe(note)
  })

  it('continues after it was interrupted between keeping a checkpoint and writing it', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const client = await newClient(url)
    const settings = { DATA_DIR: newFolder() }
    const scenario = randomScenario(10, 600)
    const writer = new LogWriter(store)
    const first = newNotary(store, url, settings)
    for (const step of scenario.slice(0, 200)) await writer.write(step)
    await untilSigned(store, client)
    await first.stop()
    const tables = ['log_tile', 'log_tree', 'log_checkpoint']
    for (const table of tables) await client.query(`create temporary table ${table} as table app.${table}`)
    const second = newNotary(store, url, settings)
    for (const step of scenario.slice(200, 400)) await writer.write(step)
    await untilSigned(store, client)
    await second.stop()
    for (const table of tables) {
      await client.query(`delete from app.${table}`)
      await client.query(`insert into app.${table} table ${table}`)
    }
    for (const step of scenario.slice(400)) await writer.write(step)
    newNotary(store, url, settings)
    await untilSigned(store, client)
  })

  it.each([
    ['longer', 400],
    ['shorter', 10],
  ])(
    'signs no other log under the same name with the same key, even if its database knows of none: a %s one',
    async (_, steps) => {
      const [known, other] = [await newDatabase(), await newDatabase()]
      const settings = { DATA_DIR: newFolder() }
      const store = await newLog(known.url)
      await writeLog(store, randomScenario(11, 100))
      const notary = newNotary(store, known.url, settings)
      await untilSigned(store, await newClient(known.url))
      await notary.stop()

      const another = await newLog(other.url)
      await writeLog(another, randomScenario(12, steps))
      await expect(newNotary(another, other.url, settings).ended).rejects.toMatchObject({
        message: expect.stringMatching(/events (are not those that )?were signed/),
        runbook: 'docs/runbooks/transparency-log.md',
      })
      expect(await readCheckpoint(await newClient(other.url))).toBeNull()
    },
  )

  it('signs no other log in the same database', async () => {
    const { url } = await newDatabase()
    const client = await newClient(url)
    const store = await newLog(url)
    const settings = { DATA_DIR: newFolder() }
    const first = newNotary(store, url, settings)
    await writeLog(store, randomScenario(6, 20))
    await untilSigned(store, client)
    await first.stop()
    const other = await newLog()
    await expect(newNotary(other, url, settings).ended).rejects.toMatchObject({
      message: expect.stringMatching(/^the tree is of log/),
      runbook: 'docs/runbooks/another-log.md',
    })
    await client.query(`update app.log_tree set hash = repeat('0', 64)`)
    await expect(newNotary(store, url, settings).ended).rejects.toThrow(/as it was signed/)
  })

  it('signs with the key that it made, readable by nobody else, and with no other unless that is intended', async () => {
    const made = newFolder()
    const { url, client, store } = await signedOnce({ DATA_DIR: made })
    const file = readdirSync(made).find((name) => name.endsWith('.pem'))
    expect(statSync(join(made, file!)).mode & 0o777).toBe(0o600)

    const gone = newNotary(store, url, { DATA_DIR: newFolder() }).ended
    await expect(gone).rejects.toMatchObject({ runbook: 'docs/runbooks/transparency-log.md' })
    await expect(gone).rejects.toThrow(/is missing/)

    const LOG_SIGNING_KEY = newKey()
    const refused = newNotary(store, url, { DATA_DIR: made, LOG_SIGNING_KEY }).ended
    const line = await refused.then(() => '', String)
    const [, LOG_KEY_CHANGED] = /would be by (\S+):/.exec(line)!
    const meant: Partial<KeySettings> = { DATA_DIR: made, LOG_SIGNING_KEY, LOG_KEY_CHANGED: LOG_KEY_CHANGED! }
    const LOG_SIGNING_KEY_OLD = readFileSync(join(made, file!), 'utf8')
    for (const [settings, why] of [
      [{}, /needs LOG_KEY_CHANGE_REASON: rotated, lost or compromised$/],
      [
        { LOG_KEY_CHANGE_REASON: 'rotated' },
        /is endorsed by the old one: set LOG_SIGNING_KEY_OLD or LOG_SIGNING_KEY_OLD_FILE/,
      ],
      [
        { LOG_KEY_CHANGE_REASON: 'rotated', LOG_SIGNING_KEY_OLD: newKey() },
        /^LOG_SIGNING_KEY_OLD is .*, but .* is to be/,
      ],
      [{ LOG_KEY_CHANGE_REASON: 'rotated', LOG_SIGNING_KEY_OLD: 'none' }, /is not a private key in PEM$/],
      [{ LOG_KEY_CHANGE_REASON: 'lost', LOG_SIGNING_KEY_OLD }, /a key that is lost endorses no other$/],
      [{ LOG_KEY_CHANGE_REASON: 'lost', LOG_KEY_TRUSTED_TO: 1 }, /goes with a key that is compromised/],
      [{ LOG_KEY_CHANGE_REASON: 'compromised' }, /^LOG_KEY_TRUSTED_TO goes with/],
      [{ LOG_KEY_CHANGE_REASON: 'compromised', LOG_KEY_TRUSTED_TO: 2 }, /signed no more than 1 events$/],
    ] as const satisfies readonly [Partial<KeySettings>, RegExp][]) {
      const told = await newNotary(store, url, { ...meant, ...settings }).ended.then(
        () => null,
        (error: Error) => error.message,
      )
      expect(told).toMatch(why)
      expect(told).not.toContain('\n')
    }
    expect([await leavesOf(store), await readKeyRows(client)]).toMatchObject([{ length: 1 }, { length: 1 }])

    const second = newNotary(store, url, { ...meant, LOG_KEY_CHANGE_REASON: 'rotated', LOG_SIGNING_KEY_OLD })
    // the change itself is the first thing that the new key signs
    await until(async () => expect((await readCheckpoint(client))?.size).toBe(2))
    await writeLog(store, randomScenario(7, 10))
    await untilSigned(store, client)
    await second.stop()
    const [old, changed] = await readKeyRows(client)
    expect(changed).toMatchObject({
      verifierKey: LOG_KEY_CHANGED,
      since: 1,
      replaces: old!.verifierKey,
      why: 'rotated',
    })
    const { verifierKey: key, since: signed, endorsement } = changed!
    expect(endorsement!.startsWith(`${endorsementText({ key, signed })}\n`)).toBe(true)
    // the old key does not come back because it is in the folder, or is asked for
    await expect(newNotary(store, url, { DATA_DIR: made }).ended).rejects.toThrow(/this log was signed by/)
    const back = { DATA_DIR: made, LOG_KEY_CHANGED: old!.verifierKey, LOG_KEY_CHANGE_REASON: 'lost' } as const
    await expect(newNotary(store, url, back).ended).rejects.toThrow(/was given up for/)
  })

  it('has the key that it made on disk before it signs anything', async () => {
    const { url } = await newDatabase()
    const [store, client] = [await newLog(url), await newClient(url)]
    const around = newFolder()
    const DATA_DIR = join(around, 'made')
    const steps = await stepsOnDisk(() => openTestKey(store, client, { DATA_DIR }))
    expect(steps).toEqual([`synced ${basename(around)}`, 'synced log-signing-key.pem.next', 'synced made'])
  })

  it('changes its key once, wherever it was interrupted, and whoever else tries', async () => {
    const { url, client, store } = await signedOnce()
    const lost = (pem: string) => openTestKey(store, client, lostFor(pem))
    const [one, other] = [newKey(), newKey()]
    const changes = async () =>
      [...(await eventsOf(store))].filter(({ type }) => type === 'LogKeyChanged').map(({ data }) => data)
    // interrupted before the event, after it, after the row, and repeated: there is one change, the first that was
    // recorded
    await lost(one)
    expect(await changes()).toEqual([])
    const rival = await lost(other)
    await (await lost(one)).takeOver()
    await client.query('delete from app.log_key where why is not null')
    await (await lost(one)).takeOver()
    await (await lost(one)).takeOver()
    expect(await changes()).toHaveLength(1)
    expect(await readKeyRows(client)).toMatchObject([{ why: null }, { why: 'lost', since: 1 }])
    // another one that had looked before the first was recorded
    await expect(rival.takeOver()).rejects.toThrow(/is in force/)
    expect(await changes()).toHaveLength(1)
    // deleted rows are rebuilt from the events
    await client.query('delete from app.log_key')
    await (await lost(one)).takeOver()
    expect(await readKeyRows(client)).toHaveLength(2)
    // before it has signed anything it may be replaced itself
    await (await lost(other)).takeOver()
    expect(await readKeyRows(client)).toMatchObject([{ why: null }, { since: 1 }, { since: 1 }])
    const next = newNotary(store, url, { LOG_SIGNING_KEY: other })
    await untilSigned(store, client)
    await next.stop()
  })

  it('records no change of key on a tree that is not what was signed', async () => {
    const { url, client, store } = await signedOnce()
    await client.query(`update app.log_tile set hashes = set_byte(hashes, 3, (get_byte(hashes, 3) + 1) % 256)`)
    await expect(newNotary(store, url, lostFor(newKey())).ended).rejects.toThrow(/is not the one that was signed/)
    expect(await leavesOf(store)).toHaveLength(1)
  })

  it('changes its key on everything that the old one signed from here, whatever the database says about it', async () => {
    const settings = { DATA_DIR: newFolder(), LOG_SIGNING_KEY: newKey() }
    const { url, client, store } = await signedOnce(settings)
    await writeLog(store, randomScenario(13, 10))
    const leaves = await leavesOf(store)
    const old = new NoteSigner(ORIGIN, settings.LOG_SIGNING_KEY)
    const hasSigned = (size: number, root: Buffer) =>
      keptIn(settings.DATA_DIR, old.verifierKey).write(old.sign(checkpointText({ origin: ORIGIN, size, root })))
    const change = { ...settings, ...lostFor(newKey()) }
    // a database from before, and a different one
    for (const [size, why] of [
      [leaves.length + 5, `${leaves.length + 5} events were signed, but the event store has ${leaves.length}`],
      [leaves.length, `the first ${leaves.length} events are not those that were signed`],
    ] as const) {
      hasSigned(size, Buffer.alloc(32, 1))
      await expect(newNotary(store, url, change).ended).rejects.toThrow(why)
    }
    expect([await leavesOf(store), await readKeyRows(client)]).toMatchObject([{ length: leaves.length }, { length: 1 }])
    expect((await readCheckpoint(client))?.size).toBe(1)
    // interrupted between keeping a checkpoint and writing it
    hasSigned(leaves.length, merkleTree(leaves).root)
    newNotary(store, url, change)
    await until(async () => expect(await readKeyRows(client)).toMatchObject([{}, { since: leaves.length }]))
    await untilSigned(store, client)
  })

  it('continues after a loss with another key, over what is left', async () => {
    const settings = { DATA_DIR: newFolder(), LOG_SIGNING_KEY: newKey() }
    const { url, client, store } = await signedOnce(settings)
    await writeLog(store, randomScenario(14, 10))
    const left = (await leavesOf(store)).length
    const beyond = left + 5
    // five more events were signed, and are lost
    const old = new NoteSigner(ORIGIN, settings.LOG_SIGNING_KEY)
    const note = old.sign(checkpointText({ origin: ORIGIN, size: beyond, root: Buffer.alloc(32, 1) }))
    keptIn(settings.DATA_DIR, old.verifierKey).write(note)
    await client.query('insert into app.log_checkpoint (size, note) values ($1, $2)', [beyond, note])
    await client.query(`update app.log_tree set size = $1, position = '999', event = 'lost@1'`, [beyond])

    const change = { ...settings, ...lostFor(newKey()) }
    await expect(newNotary(store, url, change).ended).rejects.toThrow(/does not have event \d+ \(lost@1\)/)
    const after = { ...change, LOG_KEY_AFTER_LOSS: left }
    const rotated = { ...after, LOG_KEY_CHANGE_REASON: 'compromised', LOG_KEY_TRUSTED_TO: 1 } as const
    await expect(newNotary(store, url, rotated).ended).rejects.toThrow(
      /LOG_KEY_AFTER_LOSS goes with a key that is lost/,
    )
    await expect(newNotary(store, url, after).ended).rejects.toThrow(
      `LOG_KEY_AFTER_LOSS is ${left}, but the read models know 0 events`,
    )
    expect((await readCheckpoint(client))?.size).toBe(beyond)
    const { logId } = store
    const folded = `insert into app.projection_checkpoint (projection, log_id, number, definition) values ($1, $2, $3, '')`
    await client.query(folded, ['balances', logId, left - 1])

    const next = newNotary(store, url, after)
    await until(async () => expect(await readKeyRows(client)).toMatchObject([{}, { why: 'lost', since: left }]))
    await untilSigned(store, client)
    await next.stop()
    // what is left is checked as before: the settings stay, and the tree is another log's
    await writeLog(store, randomScenario(15, 5))
    newNotary(store, url, after)
    await untilSigned(store, client)
  })

  it('accepts an Ed25519 key in PEM and no other', async () => {
    const { url } = await newDatabase()
    const store = await newLog(url)
    const none = newNotary(store, url, { LOG_SIGNING_KEY: 'none' }).ended
    await expect(none).rejects.toThrow('is not a private key in PEM')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey
    const LOG_SIGNING_KEY = rsa.export({ format: 'pem', type: 'pkcs8' }).toString()
    await expect(newNotary(store, url, { LOG_SIGNING_KEY }).ended).rejects.toThrow('is rsa, not Ed25519')
    const DATA_DIR = newFolder()
    mkdirSync(join(DATA_DIR, 'log-signing-key.pem'))
    await expect(newNotary(store, url, { DATA_DIR }).ended).rejects.toThrow('cannot be read')
  })
})
