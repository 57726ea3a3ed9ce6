// Password hashing: argon2id, a few at a time, with a bounded queue so that a flood of sign-ins cannot take the
// machine's memory or make everybody wait for minutes.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 200

/** OWASP's first choice: 19 MiB, two passes, one lane. The library's algorithm is argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Thrown where too many wait already: answered with 503. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull'
}

/** Equal passwords typed on different keyboards are equal. */
const normal = (password: string): string => password.normalize('NFKC')

export const isLongEnough = (password: string): boolean => [...password].length >= PASSWORD_MIN

/** Whether a password can be kept at all: well-formed, without NUL, not a book. Its length is judged apart. */
export const isUsable = (password: string): boolean =>
  password.length <= PASSWORD_MAX && password.isWellFormed() && !password.includes('\u0000')

export type Passwords = {
  /** The PHC string of a password. Throws PasswordQueueFull. */
  hash(password: string): Promise<string>
  /** Whether it is the password behind `phc`; null (no such user) takes as long and is false. Throws PasswordQueueFull. */
  verify(phc: string | null, password: string): Promise<boolean>
}

export function createPasswords({
  concurrent = availableParallelism(),
  waitingMax = 256,
}: {
  concurrent?: number
  waitingMax?: number
} = {}): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  let decoy: Promise<string> | null = null

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= concurrent) {
      if (waiting.length >= waitingMax) throw new PasswordQueueFull('too many passwords wait to be checked')
      await new Promise<void>((go) => waiting.push(go))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // hands the place on, so that nobody overtakes the queue
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    hash: (password) => inTurn(() => hash(normal(password), COST)),
    verify: (phc, password) =>
      inTurn(async () => {
        decoy ??= hash('nobody has this password', COST)
        const right = await verify(phc ?? (await decoy), normal(password))
        return phc !== null && right
      }),
  }
}
