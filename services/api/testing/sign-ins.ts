// Sign-ins from many addresses, as a proxy reports them, to a product that holds no request.
import type pg from 'pg'
import { expect } from 'vitest'
import { MINUTE } from '#services/platform/clock/durations.ts'
import { ATTEMPT_LIMITS } from '../limits/attempts.ts'
import { newName, startTestProduct, type TestProduct } from './product.ts'

const { pair, knownPair } = ATTEMPT_LIMITS.signIns
/**
 * No request is held, and the first wait is longer than simultaneous guesses take on any machine, since one more would
 * be let in after it.
 */
export const UNHELD = {
  ...ATTEMPT_LIMITS,
  signIns: {
    ...ATTEMPT_LIMITS.signIns,
    pair: { ...pair, shortestMs: 10 * MINUTE },
    knownPair: { ...knownPair, shortestMs: 10 * MINUTE },
  },
  holdMs: 0,
}

export const startBehindProxy = (): Promise<TestProduct> =>
  startTestProduct({ settings: { TRUST_PROXY: '127.0.0.1' }, attemptLimits: UNHELD })

export function signInsTo(product: () => TestProduct) {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const signIn = (username: string, password: string, address: string) =>
    product().auth({ action: 'signin', username, password }, from(address))
  return {
    signIn,

    async signUpFrom(address: string): Promise<string> {
      const username = newName()
      const reply = await product().auth(
        { action: 'signup', username, password: 'harbour tide', adult: true },
        from(address),
      )
      expect(reply.status).toBe(200)
      return username
    },

    /** Tries wrong passwords for a name from each address in turn; returns the statuses. */
    async attack(username: string, addresses: readonly string[], each: number): Promise<number[]> {
      const statuses = addresses.map(async (address) => {
        const own: number[] = []
        for (let n = 0; n < each; n++) own.push((await signIn(username, `guess ${n}`, address)).status)
        return own
      })
      return (await Promise.all(statuses)).flat()
    },
  }
}

export async function erase(db: Pick<pg.ClientBase, 'query'>, username: string): Promise<void> {
  await db.query(
    'delete from app.session where account_id = (select account_id from app.identity where username = $1)',
    [username],
  )
  await db.query('delete from app.identity where username = $1', [username])
}
