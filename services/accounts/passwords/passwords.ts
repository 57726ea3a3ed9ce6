// Password hashing: argon2id, a few at a time, in a fair and bounded queue, so that a flood of sign-ins can exhaust neither
// the machine's memory nor everybody else's patience.
import { availableParallelism } from 'node:os'
import * as argon2 from '@node-rs/argon2'
import type { LaneOptions } from './lane.ts'
import { JobAbandoned, LaneQueue, QueueFull, type QueueTicket } from './lane-queue.ts'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 200

/** OWASP's first choice: 19 MiB, two passes, one lane. The library's algorithm is argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Thrown when too many are waiting: answered with 503. */
export const PasswordQueueFull = QueueFull
/** Thrown when the caller has gone. */
export const PasswordAbandoned = JobAbandoned

/**
 * `known`: the product itself, admins, and sign-ins from an address that the account has used. `fresh`: from an address
 * without failures. `suspect`: from one with some.
 */
export const PASSWORD_LANES = {
  known: { weight: 8, reserved: true, waitingMax: 256 },
  fresh: { weight: 4, reserved: false, waitingMax: 128 },
  suspect: { weight: 1, reserved: false, waitingMax: 64 },
  'sign-up': { weight: 2, reserved: false, waitingMax: 128 },
} as const
export type PasswordLane = keyof typeof PASSWORD_LANES
export type PasswordTicket = QueueTicket<PasswordLane>

const INTERNAL: PasswordTicket = { lane: 'known', source: 'the product' }

/** The same password typed on different keyboards is one. */
const normalize = (password: string): string => password.normalize('NFKC')

/** Counted as it is hashed: a letter and its accent are one. */
export const isLongEnough = (password: string): boolean => [...normalize(password)].length >= PASSWORD_MIN

/** Whether a password can be stored at all: well-formed, without NUL, bounded. The minimum length is checked apart. */
export const isWellFormedPassword = (password: string): boolean =>
  password.length <= PASSWORD_MAX && password.isWellFormed() && !password.includes('\u0000')

export type Passwords = {
  /** The PHC string of a password. Throws PasswordQueueFull, PasswordAbandoned. */
  hash(password: string, ticket?: PasswordTicket): Promise<string>
  /**
   * Whether `phc` is the hash of the password; null (no such user) takes as long and is false. Throws PasswordQueueFull,
   * PasswordAbandoned.
   */
  verify(phc: string | null, password: string, ticket?: PasswordTicket): Promise<boolean>
  /** Whether a job with this ticket would be admitted: if not, nothing else need be done for it first. */
  hasRoom(ticket: PasswordTicket): boolean
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

  /** What is compared where there is no such user. Made once, and again where that failed. */
  function decoyHash(): Promise<string> {
    if (decoy !== null) return decoy
    const making = hash('nobody has this password', COST)
    // also where nobody waits for it
    making.catch(() => {
      decoy = null
    })
    decoy = making
    return making
  }

  return {
    hash: (password, ticket = INTERNAL) => queue.run(ticket, () => hash(normalize(password), COST)),
    verify: (phc, password, ticket = INTERNAL) =>
      queue.run(ticket, async () => {
        // begun by whoever comes first, so that it is there for the first stranger
        const other = decoyHash()
        const matches = await verify(phc ?? (await other), normalize(password))
        return phc !== null && matches
      }),
    hasRoom: (ticket) => queue.hasRoom(ticket),
  }
}
