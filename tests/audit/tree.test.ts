// The signed tree over the log, and what a kept checkpoint finds when everything in the database agrees.
import { generateKeyPairSync } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '#services/auditor/findings/findings.ts'
import { textReport } from '#services/auditor/report/text-report.ts'
import type { Kept } from '#services/auditor/tree/signed-roots.ts'
import { verify } from '#services/auditor/verify.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { openSignedLog, type SignedLog } from './signed-log.ts'

const TREE = [
  'log_cut',
  'signed_root_mismatch',
  'checkpoint_invalid',
  'tile_mismatch',
  'tree_mismatch',
  'checkpoint_gone',
  'log_key_invalid',
]

let signed: SignedLog
/** As the superuser. */
let owner: pg.Client
let size: number
let kept: SignedLog['newest']

beforeAll(async () => {
  signed = await openSignedLog()
  owner = signed.owner
  size = signed.size
  kept = signed.newest
})
afterAll(() => signed.close())

/** Findings about the tree only; a random history breaks rules of its own. */
async function found(withKept: Kept = {}): Promise<Finding[]> {
  const { findings } = await verify({ url: signed.database.url, threads: 1, kept: withKept })
  return findings.filter(({ code }) => TREE.includes(code))
}

/** The newest checkpoint, signed by somebody with another key under the log's name. */
function noteOfAStranger(): { note: string; key: string } {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const text = `${kept.note.split('\n\n', 1)[0]}\n`
  const signer = new NoteSigner(text.split('\n', 1)[0]!, pem)
  return { note: signer.sign(text), key: signer.verifierKey }
}

/** Makes a change, calls `look`, and restores everything. */
async function changed(change: string, look: () => Promise<void>): Promise<void> {
  const tables = ['log_tile', 'log_tree', 'log_checkpoint', 'log_key']
  for (const table of tables) await owner.query(`create table public.kept_${table} as table app.${table}`)
  await owner.query('create table public.kept_events as table log.events')
  try {
    await owner.query(change)
    await look()
  } finally {
    for (const table of tables) {
      await owner.query(`delete from app.${table}; insert into app.${table} table public.kept_${table}`)
      await owner.query(`drop table public.kept_${table}`)
    }
    await owner.query(
      `delete from log.events; insert into log.events table public.kept_events; drop table public.kept_events`,
    )
  }
}

test('of an untouched log is what was signed, whoever reads it', async () => {
  expect(size).toBeGreaterThan(600)
  expect(await found({ checkpoints: [{ name: 'kept', note: kept.note }], keys: [kept.key] })).toEqual([])
  const [one, two] = await Promise.all(
    ([1, 2] as const).map((threads) => verify({ url: signed.database.url, threads }).then(({ tree }) => tree)),
  )
  const root = kept.note.split('\n')[2]
  expect(one).toEqual({
    size,
    root,
    signed: size,
    cosigned: null,
    heldAgainst: { checkpoints: [], keys: [], remembered: [], followed: [], another: null },
  })
  expect(two).toEqual(one)
  expect(await verify({ url: signed.database.url, compare: false }).then(({ tree }) => tree.root)).toBe(one!.root)
})

test('and the report says what it was compared with', async () => {
  const mine: Kept = { checkpoints: [{ name: 'mine.txt', note: kept.note }], keys: [kept.key] }
  const report = await verify({ url: signed.database.url, threads: 1, kept: mine })
  expect(report.tree.heldAgainst).toEqual({
    checkpoints: [{ name: 'mine.txt', size }],
    keys: [kept.key],
    remembered: [],
    followed: [],
    another: null,
  })
  expect(textReport(report, false)).toContain(`against   mine.txt (${size} events), the key ${kept.key}`)
})

test('and is handed over for the next audit to start from', async () => {
  const { newestSigned } = await verify({ url: signed.database.url, threads: 1 })
  expect(newestSigned).toEqual(kept)
})

describe('what somebody does to the rows is named', () => {
  test.each<[string, string, Partial<Finding>]>([
    [
      'a hash of a full tile',
      `update app.log_tile set hashes = set_byte(hashes, 5, (get_byte(hashes, 5) + 1) % 256) where level = 0 and index = 1`,
      { code: 'tile_mismatch', subject: 'log_tile 0/1', expected: expect.stringMatching(/^hash 0 = /) },
    ],
    [
      'a hash of the growing tile',
      `update app.log_tile set hashes = set_byte(hashes, 40, (get_byte(hashes, 40) + 1) % 256)
       where level = 0 and index = (select max(index) from app.log_tile where level = 0)`,
      { code: 'tile_mismatch', expected: expect.stringMatching(/^hash 1 = /) },
    ],
    [
      'a hash above the leaves',
      `update app.log_tile set hashes = set_byte(hashes, 0, (get_byte(hashes, 0) + 1) % 256) where level = 1`,
      { code: 'tile_mismatch', subject: 'log_tile 1/0' },
    ],
    [
      'a tile that is gone',
      `delete from app.log_tile where level = 0 and index = 0`,
      { subject: 'log_tile 0/0', actual: 'no such tile' },
    ],
    [
      'a tile that nobody needs',
      `insert into app.log_tile values (0, 900, '\\x${'00'.repeat(32)}', null)`,
      { code: 'tile_mismatch', subject: 'log_tile 0/900', expected: '0 hashes', actual: '1 hashes' },
    ],
    [
      'a tile before the first',
      `insert into app.log_tile select level, -3, hashes, follows from app.log_tile where level = 0 and index = 0`,
      { code: 'tile_mismatch', subject: 'log_tile 0/-3', expected: '0 hashes', actual: '256 hashes' },
    ],
    [
      'a tile below the leaves',
      `insert into app.log_tile select -3, index, hashes, follows from app.log_tile where level = 0 and index = 0`,
      { code: 'tile_mismatch', subject: 'log_tile -3/0', expected: '0 hashes', actual: '256 hashes' },
    ],
    [
      'a tile that ends too early',
      `update app.log_tile set hashes = substring(hashes from 1 for octet_length(hashes) - 32) where level = 0 and index = 0`,
      { code: 'tile_mismatch', subject: 'log_tile 0/0' },
    ],
    [
      'a tile of one hash too many',
      `update app.log_tile set hashes = hashes || decode('${'00'.repeat(32)}', 'hex') where level = 1`,
      { code: 'tile_mismatch', subject: 'log_tile 1/0', expected: '3 hashes', actual: '4 hashes' },
    ],
    [
      'the place of a tile',
      `update app.log_tile set index = 700 where level = 0 and index = 0`,
      { subject: 'log_tile 0/700', actual: '256 hashes' },
    ],
    [
      'the level of a tile',
      `update app.log_tile set level = 3 where level = 1`,
      { subject: 'log_tile 1/0', actual: 'no such tile' },
    ],
    [
      'where a tile begins',
      `update app.log_tile set follows = '7' where level = 0 and index = 1`,
      { expected: 'follows = 256', actual: '7' },
    ],
    [
      'where the first begins',
      `update app.log_tile set follows = '7' where level = 0 and index = 0`,
      { expected: 'follows = null' },
    ],
    [
      'where none begins',
      `update app.log_tile set follows = '7' where level = 1`,
      { subject: 'log_tile 1/0', actual: '7' },
    ],
    ['the place of the tree', `update app.log_tree set position = '1'`, { code: 'tree_mismatch', actual: '1' }],
    [
      'its last event',
      `update app.log_tree set event = 'account-x@1'`,
      { code: 'tree_mismatch', actual: 'account-x@1' },
    ],
    ['the hash of that', `update app.log_tree set hash = repeat('0', 64)`, { code: 'tree_mismatch' }],
    ['the log of the tree', `update app.log_tree set log_id = 'other'`, { code: 'tree_mismatch', actual: 'other' }],
    ['its size', `update app.log_tree set size = size - 1`, { code: 'tree_mismatch' }],
    [
      'the newest checkpoint that is gone',
      'delete from app.log_checkpoint where size = (select max(size) from app.log_checkpoint)',
      { code: 'checkpoint_gone', subject: expect.stringMatching(/^log_checkpoint \d+$/) },
    ],
    ['all checkpoints that are gone', 'delete from app.log_checkpoint', { code: 'checkpoint_gone', actual: 'none' }],
    ['the tree that is gone', `delete from app.log_tree`, { code: 'tree_mismatch', actual: 'no row' }],
    [
      'a root',
      `update app.log_checkpoint set note = replace(note, split_part(note, E'\\n', 3), '${'A'.repeat(43)}=')`,
      { code: 'checkpoint_invalid', actual: expect.stringContaining('was changed') },
    ],
    ['what a note says', `update app.log_checkpoint set note = 'none'`, { code: 'checkpoint_invalid' }],
    ['the size beside a note', `update app.log_checkpoint set size = size + 1`, { code: 'checkpoint_invalid' }],
    ['a key', `update app.log_key set verifier_key = 'none+00000000+AA'`, { code: 'log_key_invalid' }],
    [
      'the key that signed',
      `delete from app.log_key`,
      { code: 'checkpoint_invalid', actual: 'no key that is trusted has signed it' },
    ],
  ])('%s', async (_name, change, expected) => {
    await changed(change, async () => {
      expect(await found()).toEqual(expect.arrayContaining([expect.objectContaining(expected)]))
    })
  })
})

test('another log at the same address, in another database, is reported and is not a finding', async () => {
  const address = { logId: 'd'.repeat(32), size: 3 }
  const { tree } = await verify({ url: signed.database.url, kept: { formerly: { database: null, address } } })
  expect(tree.heldAgainst.another).toEqual(address)
  expect(await found({ formerly: { database: null, address } })).toEqual([])
})

describe('a log that was changed', () => {
  /** The last events are gone, and so is everything that recorded them. */
  const CUT = `
    delete from log.events where position > (select max(position) - 3 from log.events);
    delete from app.log_tile; delete from app.log_tree; delete from app.log_checkpoint`

  test('is shorter than what was signed', async () => {
    const cut = `delete from log.events where position > (select max(position) - 3 from log.events)`
    await changed(cut, async () => {
      expect(await found()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ code: 'log_cut', subject: `log_checkpoint ${size}`, actual: `${size - 3} events` }),
        ]),
      )
    })
  })

  test('including everything beside it, is found by a checkpoint that somebody kept, and by nothing else', async () => {
    await changed(CUT, async () => {
      expect(await found()).toEqual([])
      const mine: Kept = { checkpoints: [{ name: 'mine.txt', note: kept.note }], keys: [kept.key] }
      expect(await found(mine)).toEqual([
        expect.objectContaining({ code: 'log_cut', subject: 'mine.txt', expected: `${size} events at least` }),
      ])
    })
  })

  test('in one event has another root than was signed, from its tile on', async () => {
    const change = `update log.events set body = replace(body, '"at":"2', '"at":"3') where position = 300`
    await changed(change, async () => {
      const findings = await found()
      expect(findings).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ code: 'signed_root_mismatch', subject: `log_checkpoint ${size}` }),
          expect.objectContaining({
            code: 'tile_mismatch',
            subject: 'log_tile 0/1',
            expected: expect.stringMatching(/^hash 43 = /),
          }),
        ]),
      )
    })
  })

  test('and signed by another key is found by somebody who kept the key', async () => {
    const note = noteOfAStranger()
    const stranger = `
      update app.log_checkpoint set note = '${note.note}' where size = ${size};
      delete from app.log_checkpoint where size < ${size};
      update app.log_key set verifier_key = '${note.key}'`
    await changed(stranger, async () => {
      expect(await found()).toEqual([])
      expect(await found({ keys: [kept.key], onlyKeys: true })).toEqual([
        expect.objectContaining({ code: 'checkpoint_invalid', subject: `log_checkpoint ${size}` }),
      ])
    })
  })

  test('and no longer signed by anybody is not clean for somebody who kept the key', async () => {
    const look = (withKept: Kept) =>
      verify({ url: signed.database.url, threads: 1, kept: withKept }).then(({ gaps }) => gaps.map(({ what }) => what))
    const unsigned = expect.stringContaining('no checkpoint is signed by a key that was given')
    await changed('delete from app.log_tile; delete from app.log_tree; delete from app.log_checkpoint', async () => {
      expect(await look({ keys: [kept.key], onlyKeys: true })).toContainEqual(unsigned)
      expect(await look({})).not.toContainEqual(unsigned)
    })
    expect(await look({ keys: [kept.key], onlyKeys: true })).not.toContainEqual(unsigned)
  })

  test('is not proved by a checkpoint of somebody else', async () => {
    const forged = kept.note.replace(/\n\d+\n/, `\n${size - 1}\n`)
    expect(await found({ checkpoints: [{ name: 'forged', note: forged }] })).toEqual([
      expect.objectContaining({ code: 'checkpoint_invalid', subject: 'forged' }),
    ])
  })
})
