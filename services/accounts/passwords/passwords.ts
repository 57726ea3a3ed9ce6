// Password hashing: argon2id, a few at a time, in a fair and bounded queue, so that a flood of sign-ins cannot take the
// machine's memory or everybody else's turn.
import { availableParallelism } from 'node:os'
import * as argon2 from '@node-rs/argon2'
import { type LaneOptions, LaneQueue, QueueFull, type Turn, TurnAbandoned } from './lane-queue.ts'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 200

/** OWASP's first choice: 19 MiB, two passes, one lane. The library's algorithm is argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Thrown where too many wait already: answered with 503. */
export const PasswordQueueFull = QueueFull
/** Thrown where whoever asked has gone. */
export const PasswordAbandoned = TurnAbandoned

/**
 * `known`: the product itself, admins, and sign-ins from an address that the account has used. `fresh`: from one without
 * failures. `suspect`: from one with some.
 */
export const PASSWORD_LANES = {
  known: { weight: 8, reserved: true, waitingMax: 256 },
  fresh: { weight: 4, reserved: false, waitingMax: 128 },
  suspect: { weight: 1, reserved: false, waitingMax: 64 },
  'sign-up': { weight: 2, reserved: false, waitingMax: 128 },
} as const
export type PasswordLane = keyof typeof PASSWORD_LANES
export type PasswordTurn = Turn<PasswordLane>

const OWN: PasswordTurn = { lane: 'known', source: 'the product' }

/** Equal passwords typed on different keyboards are equal. */
const normal = (password: string): string => password.normalize('NFKC')

/** Counted as it is hashed: a letter and its accent are one. */
export const isLongEnough = (password: string): boolean => [...normal(password)].length >= PASSWORD_MIN

/** Whether a password can be kept at all: well-formed, without NUL, not a book. Its length is judged apart. */
export const isUsable = (password: string): boolean =>
  password.length <= PASSWORD_MAX && password.isWellFormed() && !password.includes('\u0000')

export type Passwords = {
  /** The PHC string of a password. Throws PasswordQueueFull, PasswordGivenUp. */
  hash(password: string, turn?: PasswordTurn): Promise<string>
  /**
   * Whether it is the password behind `phc`; null (no such user) takes as long and is false. Throws PasswordQueueFull,
   * PasswordGivenUp.
   */
  verify(phc: string | null, password: string, turn?: PasswordTurn): Promise<boolean>
  /** Whether somebody would be let wait: who would not need not be asked anything first. */
  hasRoom(turn: PasswordTurn): boolean
}

export function createPasswords({
  concurrent = availableParallelism(),
  lanes = PASSWORD_LANES,
  hash = argon2.hash,
  verify = argon2.verify,
}: {
  concurrent?: number
  lanes?: Readonly<Record<PasswordLane, LaneOptions>>
  hash?: (password: string, cost: typeof COST) => Promise<string>
  verify?: (phc: string, password: string) => Promise<boolean>
} = {}): Passwords {
  const queue = new LaneQueue(lanes, { slots: concurrent, reserved: 1 })
  let decoy: Promise<string> | null = null

  return {
    hash: (password, turn = OWN) => queue.run(turn, () => hash(normal(password), COST)),
    verify: (phc, password, turn = OWN) =>
      queue.run(turn, async () => {
        decoy ??= hash('nobody has this password', COST)
        const right = await verify(phc ?? (await decoy), normal(password))
        return phc !== null && right
      }),
    hasRoom: (turn) => queue.hasRoom(turn),
  }
}
