// A backup of a running product, taken while bets are placed, and restored on an empty machine.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { currentPicks, singleBet } from './bets.ts'
import { call, NODE, type Product } from './product.ts'

type Ended = { readonly code: number; readonly said: string }

const backup = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(NODE, ['services/backup/main.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    ),
  )

/**
 * Takes a backup while these bettors place bets, and restores it into another data folder with its own commands.
 * `tokens`: of bettors with money.
 */
export async function expectRestorable({ origin, env }: Product, tokens: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fairbook-restore-'))
  try {
    const identity = join(folder, 'identity.txt')
    const made = await backup(env, 'key', identity)
    const BACKUP_RECIPIENTS = /BACKUP_RECIPIENTS=(age1\w+)/.exec(made.said)![1]!
    const BACKUP_DIR = join(folder, 'backups')
    const picks = await currentPicks(origin)
    let isTaken = false
    let placed = 0
    const place = async (token: string, bettor: number) => {
      for (let n = 0; !isTaken; n++) {
        const body = singleBet(picks[(bettor * 31 + n) % picks.length]!, 0.5)
        const key = `backup-${token.slice(-8)}-${n}`
        const reply = await call(origin, '/api/bets/place-bet', { token, body, key }).catch(() => null)
        if (reply?.status === 200) placed++
      }
    }
    const placing = tokens.map(place)
    const taken = await backup({ ...env, BACKUP_DIR, BACKUP_RECIPIENTS }, 'take')
    isTaken = true
    await Promise.all(placing)
    expect(taken).toMatchObject({ code: 0, said: expect.stringContaining('is whole') })
    expect(placed).toBeGreaterThan(0)

    const [name] = readdirSync(BACKUP_DIR)
    const empty = { ...env, DATA_DIR: join(folder, 'restored') }
    const restore = (...told: string[]) =>
      backup(empty, 'restore', join(BACKUP_DIR, name!), '--identity', identity, ...told)
    expect(await restore('--by', 'superadmin')).toMatchObject({ code: 1, said: expect.stringContaining('--why') })
    const restored = await restore('--by', 'superadmin', '--why', 'the machine is lost')
    expect(restored.said).toMatch(/\d+ read models, rebuilt from the log, equal those that were left behind: \d+ rows/)
    expect(restored.said).toContain('ledger verify ended with 0')
    expect(restored.said).toMatch(
      /The last event in it is ledger number \d+, recorded \S+ \(business time \S+\), .* ago/,
    )
    expect(restored.said).toMatch(/Ledger number \d+ records the restore/)
    expect(restored.code).toBe(0)
    expect(readdirSync(empty.DATA_DIR)).toContain('log-signing-key.pem')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
