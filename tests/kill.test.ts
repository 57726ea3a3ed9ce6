// Kills the whole process tree while bets are being placed, again and again: every acknowledged bet must be there once.
// FAIRBOOK_KILLS sets how often (3).
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Bet, BetAccepted } from '#services/contract/contract.ts'
import { currentPicks, singleBet } from './bets.ts'
import { ask, call, fundedSessions, NODE, startProduct } from './product.ts'
import { expectRestorable } from './restorable.ts'

const KILLS = Number(process.env.FAIRBOOK_KILLS ?? 3)
const BETTORS = 4
const BETS_BEFORE_THE_KILL = 60

type Audit = { code: number; said: string }
const verify = (env: NodeJS.ProcessEnv): Promise<Audit> =>
  new Promise((resolve) =>
    execFile(NODE, ['services/auditor/main.ts', 'verify'], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    ),
  )

/** Ids of all their bets, page by page. */
async function betsOf(origin: string, tokens: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const token of tokens) {
    const page = (before?: string) =>
      ask<Bet[]>(origin, `/api/bets/my-bets${before === undefined ? '' : `?before=${before}`}`, { token })
    for (let bets = await page(); bets.length > 0; bets = await page(bets.at(-1)!.id)) {
      for (const { id } of bets) ids.push(id)
    }
  }
  return ids
}

test(
  `after each of ${KILLS} kills every acknowledged bet is there once, and the audit is clean`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-kill-'))
    // by key: what was sent, and the bet that was acknowledged
    const sent = new Map<string, { bettor: number; body: unknown }>()
    const acknowledged = new Map<string, string>()
    let tokens: string[] | null = null
    for (let kill = 0; kill < KILLS; kill++) {
      const product = await startProduct({ dataDir })
      tokens ??= await fundedSessions(product.origin, BETTORS, 10_000)
      const known = tokens
      const picks = await vi.waitFor(async () => {
        const found = await currentPicks(product.origin)
        expect(found.length).toBeGreaterThan(0)
        return found
      }, 120_000)
      const before = acknowledged.size
      const reached = Promise.withResolvers<void>()
      const place = async (bettor: number) => {
        for (let n = 0; ; n++) {
          const key = `kill-${kill}-${bettor}-${n}`
          const body = singleBet(picks[(bettor * 31 + n) % picks.length]!, 0.5)
          sent.set(key, { bettor, body })
          // the connection breaks when the product is killed, which ends this bettor's round
          const reply = await call<BetAccepted>(product.origin, '/api/bets/place-bet', {
            token: known[bettor]!,
            body,
            key,
          }).catch(() => null)
          if (reply === null) return
          if (reply.status === 200) acknowledged.set(key, reply.body.betId)
          // a refusal is final: there must be no bet with this key
          else if (reply.status < 500) sent.delete(key)
          if (acknowledged.size - before >= BETS_BEFORE_THE_KILL) reached.resolve()
        }
      }
      const placing = Array.from({ length: BETTORS }, (_, bettor) => place(bettor))
      await reached.promise
      await product.kill()
      await Promise.all(placing)
    }

    const product = await startProduct({ dataDir })
    const placed = await betsOf(product.origin, tokens!)
    for (const bet of acknowledged.values()) expect(placed.filter((one) => one === bet)).toHaveLength(1)

    // the same request again, as the slip does after a timeout: the first reply, or a bet placed now, but never a
    // second one
    const named: string[] = []
    for (const [key, { bettor, body }] of sent) {
      const first = acknowledged.get(key)
      const again = await call<BetAccepted>(product.origin, '/api/bets/place-bet', {
        token: tokens![bettor]!,
        body,
        key,
      })
      if (first !== undefined) expect(again).toMatchObject({ status: 200, body: { betId: first } })
      if (again.status === 200) named.push(again.body.betId)
    }
    // what was interrupted has left no bet that its key does not name
    expect((await betsOf(product.origin, tokens!)).sort()).toEqual(named.sort())
    expect(await verify(product.env)).toMatchObject({ code: 0 })
    await expectRestorable(product, tokens!)
    expect(await product.stop({ keep: true })).toBe(0)
    expect(await verify(product.env)).toMatchObject({ code: 0 })
    rmSync(dataDir, { recursive: true, force: true })
  },
  240_000 + KILLS * 60_000,
)
