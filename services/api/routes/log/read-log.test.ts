import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metaBy, SETTLER } from '#services/commands/testing/meta.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { merkleTree } from '#services/merkle/merkle-tree.ts'
import { Proofs } from '#services/merkle/proofs.ts'
import type { Notary } from '#services/notary/notary.ts'
import { startTestNotary } from '#services/notary/testing/notary.ts'
import { tilePath } from '#services/transparency/testing/tile-name.ts'
import { openedNote, openedProof } from '#services/transparency/testing/verification.ts'
import { stageForBetting } from '../../testing/betting.ts'
import { newId, single, until } from '../../testing/product.ts'

describe('the transparency log', () => {
  const stage = stageForBetting()
  let notary: Notary
  beforeAll(() => {
    notary = startTestNotary(stage.product.store, stage.product.database.url)
  })
  afterAll(() => notary.stop())

  const textOf = async (path: string) => {
    const { status, text, headers } = await stage.product.call(`/api/log/${path}`)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/plain; charset=utf-8'])
    return text
  }
  const bytesOf = async (path: string, token?: string) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const reply = await fetch(`${stage.product.origin}/api/log/tile/${path}`, { headers: authorization })
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  const bodies = async () => (await stage.product.events()).map(({ body }) => body)
  const key = async () => (await textOf('key')).split('\n')[0]!
  const signed = async () => openedNote(await textOf('checkpoint'), await key())
  /** Everything that was written so far is signed. */
  const untilSigned = async () => {
    const { length } = await bodies()
    // there is no checkpoint before the first is signed
    await until(async () => (await stage.product.call('/api/log/checkpoint')).status === 200)
    await until(async () => (await signed()).size >= length)
    return signed()
  }
  const aBet = async () => {
    const bettor = await stage.aBettor(100)
    const id = stage.game()
    const placed = await stage.place(bettor.token, single(id, 5))
    expect(placed.status).toBe(200)
    return { bettor, fixture: id, bet: placed.body.betId as string }
  }
  const receipt = (token: string | null, bet: string, query = '') =>
    stage.product.call(`/api/bets/${bet}/receipt${query}`, { token })

  it('shows everybody a signed checkpoint, and the tiles needed to verify it', async () => {
    await aBet()
    const { size, root } = await untilSigned()
    const leaves = (await bodies()).slice(0, size).map((body) => leafHash(body))
    expect(merkleTree(leaves).root.toString('base64')).toBe(root)
    const proofs = new Proofs(async (level, index, width) => {
      const { status, headers, bytes } = await bytesOf(tilePath({ level, index, width }))
      expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
      expect(headers.get('cache-control')).toContain('immutable')
      return bytes
    })
    expect((await proofs.root(size)).toString('base64')).toBe(root)
  })

  it('shows the checkpoint that witnesses have cosigned beside a newer one', async () => {
    const cosigned = () => stage.product.call('/api/log/checkpoint?of=cosigned')
    expect(await cosigned()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await untilSigned()
    const sizeOf = (text: string) => Number(text.split('\n')[1])
    const note = `${await textOf('checkpoint')}— witness.example/w1 AAAA\n`
    const { pool } = stage.product.services
    await pool.query('update app.log_checkpoint set note = $1 where size = $2', [note, sizeOf(note)])
    const { bettor, bet } = await aBet()
    await until(async () => sizeOf(await textOf('checkpoint')) > sizeOf(note))
    expect((await cosigned()).text).toBe(note)
    // what the cosigned checkpoint does not cover yet is proved by a newer one
    expect((await receipt(bettor.token, bet)).text).not.toContain('witness.example')
    await pool.query('delete from app.log_checkpoint where size = $1', [sizeOf(note)])
    expect((await cosigned()).status).toBe(404)
  })

  it('says for every key which checkpoints it signs, and why it replaced another', async () => {
    await untilSigned()
    const first = (await textOf('key')).trim()
    const { pool } = stage.product.services
    await pool.query(
      `insert into app.log_key (verifier_key, since, replaces, why, trusted_to) values ('next', 7, $1, 'compromised', 5)`,
      [first],
    )
    expect(await textOf('key')).toBe(`next\n${first}\n`)
    const { status, body } = await stage.product.call('/api/log/keys')
    const next = { key: 'next', after: 7, upTo: null, trustedTo: null, replaces: first, why: 'compromised' }
    const before = { key: first, after: 0, upTo: 7, trustedTo: 5, replaces: null, why: null }
    expect([status, body]).toEqual([200, { keys: [next, before].map((key) => ({ ...key, endorsement: null })) }])
    await pool.query(`delete from app.log_key where verifier_key = 'next'`)
  })

  it('has no tile that no checkpoint needs, and no second name for one', async () => {
    const { size } = await untilSigned()
    const beyond = tilePath({ level: 0, index: Math.floor(size / 256) + 1, width: 256 })
    for (const path of [beyond, tilePath({ level: 5, index: 0, width: 1 }), '0/0', '0/000.p/0', 'x', '64/000']) {
      const { status, bytes } = await bytesOf(path)
      expect([path, status, JSON.parse(bytes.toString()).code]).toEqual([path, 404, 'not_found'])
    }
  })

  it('gives the events themselves to super admins and auditors only', async () => {
    const { bettor } = await aBet()
    const { size } = await untilSigned()
    const path = tilePath({ level: null, index: 0, width: Math.min(size, 256) })
    for (const [token, code] of [
      [undefined, 'unauthorized'],
      [bettor.token, 'not_an_admin'],
      [stage.admin.token, 'super_admin_required'],
    ] as const) {
      const { status, bytes } = await bytesOf(path, token)
      expect([status, JSON.parse(bytes.toString()).code]).toEqual([token === undefined ? 401 : 403, code])
    }
    const { superAdmin } = stage.product
    const root = await stage.product.signIn(superAdmin.username, superAdmin.password)
    const { status, headers, bytes } = await bytesOf(path, root.token)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    const entries: string[] = []
    for (let at = 0; at < bytes.length; ) {
      const length = bytes.readUInt16BE(at)
      entries.push(bytes.subarray(at + 2, at + 2 + length).toString())
      at += 2 + length
    }
    expect(entries).toEqual((await bodies()).slice(0, Math.min(size, 256)))
    expect((await bytesOf(tilePath({ level: null, index: 99, width: 256 }), root.token)).status).toBe(404)
  })

  it('gives a bettor a receipt of a bet at once, and later of how it ended', async () => {
    const { bettor, bet, fixture } = await aBet()
    const { status, text, headers } = await receipt(bettor.token, bet)
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="bet-${bet}-placed.tlog-proof"`,
    ])
    const proved = openedProof(text, await key())
    expect((await bodies())[proved.index]).toBe(proved.entry)
    expect(JSON.parse(proved.entry)).toMatchObject({ type: 'BetPlaced', data: { bet } })

    expect((await receipt(bettor.token, bet, '?of=settled')).body.code).toBe('not_found')
    const outcome = { fixture, version: 1, closedAt: new Date(Date.now() + 60_000).toISOString() }
    const score = { home: 2, away: 0 }
    await stage.product.services.accounts.execute(
      bettor.user.id,
      { type: 'SettleBet', bet, outcomes: [{ ...outcome, kind: 'result', score, regulation: score }] },
      metaBy(SETTLER),
    )
    const ended = await until(async () => {
      const reply = await receipt(bettor.token, bet, '?of=settled')
      return reply.status === 200 && reply
    })
    const settled = openedProof(ended.text, await key())
    expect(JSON.parse(settled.entry)).toMatchObject({ type: 'BetSettled', data: { bet } })
  })

  it('gives nobody a receipt of somebody else’s bet', async () => {
    const { bet } = await aBet()
    const other = await stage.aBettor(1)
    expect((await receipt(other.token, bet)).body.code).toBe('not_found')
    expect((await receipt(null, bet)).body.code).toBe('not_authenticated')
    expect((await receipt(other.token, newId())).body.code).toBe('not_found')
    expect((await receipt(other.token, bet, '?of=lost')).body.code).toBe('invalid_request')
  })
})
