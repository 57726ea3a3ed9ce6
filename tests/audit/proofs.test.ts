// Checkpoints and receipts, as an auditor's commands make and check them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openReceipt } from '#services/auditor/proofs/receipt.ts'
import { openCheckpoint, readVerifierKey } from '#services/auditor/tree/signed-note.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { newKey, startTestNotary } from '#services/notary/testing/notary.ts'
import { checkpointText } from '#services/transparency/checkpoint.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { openedProof } from '#services/transparency/testing/verification.ts'
import { type Asked, ask, type Options } from './asking.ts'
import { openHouse } from './house.ts'
import { ledger } from './ledger-command.ts'
import { openSignedLog, type SignedLog } from './signed-log.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-proofs-'))
let signed: SignedLog
beforeAll(async () => {
  signed = await openSignedLog()
})
afterAll(async () => {
  await signed.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

const asked = (name: string, options: Options = {}, argument: string | null = null) =>
  ask({ url: signed.database.url }, name, options, argument)
const file = (name: string, text: string): string => {
  const path = join(FOLDER, name)
  writeFileSync(path, text)
  return path
}
const jsonOf = ({ json }: Asked) => JSON.parse(json) as Record<string, unknown>
const proof = async (of: string) => (await asked('prove', {}, of)).text
const checked = (text: string, key: string) => asked('verify-receipt', { key: [key] }, file('a.tlog-proof', text))

describe('ledger prove', () => {
  test('makes a receipt of any event, which a stranger can check', async () => {
    const { rows } = await signed.owner.query<{ body: string; event: string }>(
      `select body, stream || '@' || version as event from log.events order by position`,
    )
    for (const index of [0, 1, 255, 256, 300, 511, signed.size - 1]) {
      const byNumber = await proof(String(index))
      expect(openedProof(byNumber, signed.newest.key)).toEqual({ index, size: signed.size, entry: rows[index]!.body })
      expect(await proof(rows[index]!.event)).toBe(byNumber)
    }
  })

  test('takes the id of a bet to mean the event that placed it', async () => {
    const { rows } = await signed.owner.query<{ bet: string; number: number }>(
      `select body::json #>> '{data,bet}' as bet, position::int - 1 as number from log.events where type = 'BetPlaced' limit 1`,
    )
    expect(openedProof(await proof(rows[0]!.bet), signed.newest.key).index).toBe(rows[0]!.number)
  })

  test('has no receipt of what does not exist', async () => {
    await expect(proof(String(signed.size))).rejects.toThrow(/no signed event/)
    await expect(proof('f'.repeat(32))).rejects.toThrow(/no signed event/)
  })
})

/** The next character, which means nothing at the end of 32 bytes in base64. */
const after = (char: string) => String.fromCharCode(char.charCodeAt(0) + 1)

describe('ledger verify-receipt', () => {
  test('says what a receipt proves, without a ledger', async () => {
    const path = file('offline.tlog-proof', await proof('300'))
    const { code, out, err } = await ledger(['verify-receipt', path, '--key', signed.newest.key], {
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
    })
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^The receipt is right: this event is number 300 of the log/)
    expect(out).toContain(`events signed  ${signed.size}`)
  })

  test('shows a bet in euros, and its bytes below', async () => {
    const { rows } = await signed.owner.query<{ number: number; cents: number; body: string }>(
      `select position::int - 1 as number, (body::json #>> '{data,stakeCents}')::int as cents, body from log.events
       where type = 'BetPlaced' order by position limit 1`,
    )
    const [{ number, cents, body }] = rows as [(typeof rows)[0]]
    const { text, ...answer } = await checked(await proof(String(number)), signed.newest.key)
    expect(jsonOf({ text, ...answer })).toMatchObject({ stakeCents: cents, event: body })
    expect(text).toMatch(new RegExp(`^  stake +${(cents / 100).toFixed(2)} euros$`, 'm'))
    expect(text).not.toContain('in cents')
    expect(text.split('\n\n')).toEqual([
      expect.stringContaining('stake'),
      `The event as it is recorded, byte for byte: the proof is of these bytes.\n${body}\n`,
    ])
  })

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'an event that was changed',
      (text) => text.replace(/^extra (.)/m, (_, c) => `extra ${c === 'e' ? 'f' : 'e'}`),
      /proves nothing/,
    ],
    ['another place', (text) => text.replace(/^index 300$/m, 'index 301'), /at that place, is not in the log/],
    ['a place beyond the log', (text) => text.replace(/^index 300$/m, 'index 99999999'), /no proof of this length/],
    ['a way of another length', (text) => text.replace(/^(index .*\n)[^\n]+\n/m, '$1'), /no proof of this length/],
    [
      'a hash that is spelled in another way',
      (text) => text.replace(/^(index .*\n.{42})(.)/m, (_, kept, last: string) => kept + after(last)),
      /not a hash/,
    ],
    ['a hash that is none', (text) => text.replace(/^(index .*\n)/m, '$1none\n'), /not a hash/],
    [
      'another size',
      (text) => text.replace(/\n\d+\n(?=[A-Za-z0-9+/]{43}=\n\n—)/, '\n1\n'),
      /the checkpoint was changed/,
    ],
    ['no event', (text) => text.replace(/^extra .*\n/m, ''), /does not carry the event/],
    ['nothing', () => '', /it is no receipt/],
    ['half of it', (text) => text.slice(0, text.length - 40), /proves nothing/],
  ])('finds %s', async (_name, change, why) => {
    const text = await proof('300')
    const changed = change(text)
    expect(changed).not.toBe(text)
    const { code, text: said } = await checked(changed, signed.newest.key)
    expect([code, said]).toEqual([1, expect.stringMatching(why)])
  })

  test('finds every changed character', async () => {
    const text = await proof('300')
    const keys = [readVerifierKey(signed.newest.key)!]
    expect(openReceipt(text, keys)).toMatchObject({ ok: true, index: 300 })
    const other = fc.constantFrom(...'AZaz09+/=-— \n\r\0\ufeff\ud800é')
    fc.assert(
      fc.property(fc.nat(text.length - 1), other, (at, char) => {
        fc.pre(text[at] !== char)
        expect(openReceipt(text.slice(0, at) + char + text.slice(at + 1), keys).ok).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  test('accepts a checkpoint that a witness has signed too, in either order', () => {
    const [log, witness] = ['fairbook.example/log', 'witness.example'].map((name) => new NoteSigner(name, newKey()))
    const keys = [log!, witness!].map(({ verifierKey }) => readVerifierKey(verifierKey)!)
    const text = checkpointText({ origin: log!.name, size: 7, root: Buffer.alloc(32) })
    const [first, second] = [log!, witness!].map((signer) => signer.sign(text).slice(text.length + 1))
    for (const signatures of [`${first}${second}`, `${second}${first}`]) {
      expect(openCheckpoint(`${text}\n${signatures}`, keys)).toMatchObject({ ok: true, by: { name: log!.name } })
    }
    expect(openCheckpoint(`${text}\n${second}`, keys)).toMatchObject({ ok: false })
  })

  test('accepts no key that it was not given', async () => {
    const [name] = signed.newest.key.split('+')
    const other = 'fairbook.example/log+6e3b2bd5+AXxDrCqXsz6tHhcyWm4pi+UAFxy0FwfNmFQ1MJHOSQTJ'
    expect(name).toBe('fairbook.example/log')
    await expect(checked(await proof('1'), other)).rejects.toThrow(/is not a verifier key/)
    await expect(asked('verify-receipt', {}, file('a', ''))).rejects.toThrow(/--key is needed/)
    const { code, out } = await ledger(['verify-receipt', join(FOLDER, 'gone'), '--key', signed.newest.key], {})
    expect([code, out]).toEqual([2, ''])
  })

  test('needs 1.5 KB besides the event, at ten million of them', async () => {
    const text = await proof('300')
    const [lines] = text.split('\n\n')
    const hashes = lines!.split('\n').length - 3
    const bare = text.replace(/^extra .*\n/m, '').length - hashes * 45
    expect(bare + Math.ceil(Math.log2(10_000_000)) * 45).toBeLessThan(1_500)
  })
})

/** Of a signed checkpoint. */
const treeOf = (note: string) => ({ size: Number(note.split('\n')[1]), root: note.split('\n')[2] })

describe('every answer about a log', () => {
  test('has tool, result, log, range, and the size and root of the tree over what was read', async () => {
    const { rows } = await signed.owner.query<{ number: number; hash: string; log: string; bet: string | null }>(
      `select position::int - 1 as number, encode(hash, 'hex') as hash, body::json ->> 'log' as log,
         body::json #>> '{data,bet}' as bet from log.events order by position`,
    )
    const end = (at: number) => ({ number: rows.at(at)!.number, hash: rows.at(at)!.hash })
    const all = {
      tool: '0.1.0',
      log: rows[0]!.log,
      range: { first: end(0), last: end(-1) },
      tree: treeOf(signed.newest.note),
    }
    const bet = rows.find((row) => row.bet !== null)!.bet
    const packs = join(FOLDER, 'packs')
    for (const [name, options, argument] of [
      ['checkpoint', {}, null],
      ['prove', {}, '3'],
      ['evidence', { packs }, bet],
      ['export', { format: 'jsonl', output: join(FOLDER, 'export') }, null],
      ['balances', {}, null],
    ] as const) {
      const answer = jsonOf(await asked(name, options, argument))
      expect(answer, name).toMatchObject(all)
      expect(['clean', 'findings'], name).toContain(answer.result)
      expect(answer.sentence, name).toMatch(/\.$/)
    }
  })

  test('up to a kept checkpoint has its root', async () => {
    const { size, root } = treeOf(signed.earlier.note)
    for (const [name, options] of [
      ['balances', { asOf: String(size - 1) }],
      ['exceptions', { to: String(size - 1) }],
    ] as const) {
      expect(jsonOf(await asked(name, options))).toMatchObject({ tree: { size, root } })
    }
  })
})

describe('ledger checkpoint', () => {
  test('lists the keys that it accepted', async () => {
    expect(jsonOf(await asked('checkpoint'))).toMatchObject({
      keys: signed.newest.key,
      verifierKeys: [signed.newest.key],
    })
  })

  test('shows the newest, and that the log grew from the kept one', async () => {
    const since = [file('earlier.txt', signed.earlier.note), file('newest.txt', signed.newest.note)]
    const { code, text, ...answer } = await asked('checkpoint', { since, key: [signed.newest.key] })
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/the log is what was signed and grew from all 2 that you kept\./),
    ])
    // at the left edge, so that it can be copied
    expect(text).toContain(`\n${signed.newest.note}`)
    expect(jsonOf({ code, text, ...answer })).toMatchObject({
      schema: 'fairbook-checkpoint/1',
      result: 'clean',
      size: signed.size,
      checkpoint: signed.newest.note,
    })
  })

  test('finds an older one that is presented as the newest', async () => {
    const { owner, earlier, size } = signed
    await owner.query('insert into app.log_checkpoint (size, note) values ($1, $2)', [size + 1, earlier.note])
    try {
      expect(await asked('checkpoint')).toMatchObject({
        code: 1,
        text: expect.stringContaining(`stands as one of ${size + 1} events, but is of`),
      })
    } finally {
      await owner.query('delete from app.log_checkpoint where size = $1', [size + 1])
    }
  })

  test('finds a log that was truncated, or changed before the kept checkpoint', async () => {
    const { owner } = signed
    const since = [file('newest.txt', signed.newest.note)]
    await owner.query('begin')
    await owner.query('create table public.kept_events as table log.events')
    await owner.query('commit')
    try {
      await owner.query(`update log.events set body = body || ' ' where position = 5`)
      expect(await asked('checkpoint', { since })).toMatchObject({
        code: 1,
        text: expect.stringMatching(/newest.txt does not fit/),
      })
      await owner.query(`delete from log.events where position > 500`)
      expect(await asked('checkpoint', { since })).toMatchObject({
        code: 1,
        text: expect.stringMatching(/its end was cut off/),
      })
      await expect(proof('3')).rejects.toThrow(/not the one that was signed/)
    } finally {
      await owner.query(
        'delete from log.events; insert into log.events table public.kept_events; drop table public.kept_events',
      )
    }
  })
})

describe('a file that is not a checkpoint', () => {
  // somebody chose the wrong file, or one that was not downloaded completely
  const JUNK = [
    ['is empty', () => ''],
    ['is about something else', () => 'junk\n'],
    ['was cut within its signature', () => signed.newest.note.slice(0, -20)],
    ['was cut before its signature', () => signed.newest.note.split('\n\n')[0]!],
  ] as const
  test.each(JUNK)('%s: the file is wrong, not the ledger', async (_, text) => {
    const path = file('junk.txt', text())
    const said = `${path} is not a signed checkpoint: `
    for (const [name, options] of [
      ['checkpoint', { since: [path] }],
      ['verify', { checkpoint: [path], remember: false }],
      ['watch', { checkpoint: [path], once: true, every: '1s', staleAfter: '1m', remember: false }],
    ] as const) {
      await expect(asked(name, options), name).rejects.toThrow(said)
      await expect(asked(name, options), name).rejects.toMatchObject({ name: 'Usage' })
    }
  })

  test('comes from standard input, which is empty: 2, with one line', async () => {
    const where = { DATABASE_URL: signed.database.url }
    const { code, out, err } = await ledger(['checkpoint', '--since', '-'], where, { stdin: '' })
    expect([code, out, err]).toEqual([
      2,
      '',
      expect.stringMatching(/^ledger: standard input is not a signed checkpoint: .+\n$/),
    ])
  })

  test('has a signature that is not over its text: the file is wrong', async () => {
    const path = file('other.txt', signed.newest.note.replace(/\n(\d)/, '\n1$1'))
    await expect(asked('checkpoint', { since: [path] })).rejects.toThrow(
      `${path} is not a signed checkpoint: the signature`,
    )
  })

  test('is signed by nobody who is trusted: it says nothing about the log', async () => {
    const stranger = new NoteSigner('fairbook.example/log', newKey())
    const path = file('strange.txt', stranger.sign(`${signed.newest.note.split('\n\n')[0]}\n`))
    expect(await asked('checkpoint', { since: [path] })).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^It is not proved that the log is what was signed: .+ no key that is trusted has/),
    })
  })
})

describe('ledger verify', () => {
  test('remembers the newest checkpoint of a clean log, and compares it with the next one', async () => {
    const house = await openHouse()
    try {
      await house.arrive()
      const store = await PostgresLog.open({ url: house.database.url })
      const notary = startTestNotary(store, house.database.url)
      const sizes = async () => (await house.owner.query('select size from app.log_checkpoint')).rows
      await vi.waitFor(async () => expect(await sizes()).not.toEqual([]), { timeout: 60_000 })
      await notary.stop()
      await store.close()
      const env = { DATABASE_URL: house.database.url, XDG_STATE_HOME: join(FOLDER, 'state') }
      const first = await ledger(['verify'], env)
      expect([first.code, first.out]).toEqual([0, expect.stringContaining('signed to the end')])
      // what the database says about the tree is deleted, along with the end of the log
      await house.owner.query(
        'delete from app.log_tile; delete from app.log_tree; delete from app.log_checkpoint; delete from app.log_key',
      )
      expect((await ledger(['verify'], env)).code).toBe(0)
      await house.owner.query('delete from log.events where position = (select max(position) from log.events)')
      const cut = await ledger(['verify', '--json'], env)
      expect(JSON.parse(cut.out)).toMatchObject({
        findings: expect.arrayContaining([
          expect.objectContaining({ code: 'log_cut', subject: 'the checkpoint of the last verify' }),
        ]),
      })
      const forgetful = await ledger(['verify', '--json', '--no-remember'], env)
      expect(forgetful.out).not.toContain('log_cut')
      // another id does not match the file's name, but the database is the same
      const exchanged = 'f'.repeat(32)
      await house.owner.query('update log.events set body = replace(body, $1, $2)', [house.logId, exchanged])
      const other = await ledger(['verify', '--json'], env)
      expect(JSON.parse(other.out).findings).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            code: 'log_identity',
            expected: expect.stringContaining(`log ${house.logId}, which was verified in this database`),
            actual: `log ${exchanged}`,
          }),
          expect.objectContaining({
            code: 'log_cut',
            subject: 'the checkpoint of the last verify in this database',
          }),
        ]),
      )
    } finally {
      await house.close()
    }
  })

  test('accepts kept checkpoints', async () => {
    const { out } = await ledger(['verify', '--checkpoint', file('earlier.txt', signed.earlier.note), '--json'], {
      DATABASE_URL: signed.database.url,
    })
    expect(JSON.parse(out)).toMatchObject({ tree: { size: signed.size, signed: signed.size } })
    expect(out).not.toMatch(/signed_root_mismatch|checkpoint_invalid/)
  })
})
