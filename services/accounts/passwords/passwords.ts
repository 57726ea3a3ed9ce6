// Password hashing: argon2id, a few at a time, in a fair and bounded queue, so that a flood of sign-ins can exhaust
// neither the machine's memory nor everybody else's patience.
import { availableParallelism } from 'node:os'
import * as argon2 from '@node-rs/argon2'
import type { LaneOptions } from './lane.ts'
import { JobAbandoned, LaneQueue, QueueFull, type QueueTicket } from './lane-queue.ts'

export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 200

/** OWASP's first choice: 19 MiB, two passes, one lane. argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Thrown when too many jobs are waiting; replied to with 503. */
export const PasswordQueueFull = QueueFull
/** Thrown when the client has disconnected. */
export const PasswordAbandoned = JobAbandoned

/**
 * `known`: the product itself, admins, and sign-ins from a known address of the account. `fresh`: from an address
 * without failures. `suspect`: from one with failures.
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

/** The same password typed on different keyboards has to be the same. */
const normalize = (password: string): string => password.normalize('NFKC')

/** Counts characters as they are hashed: a letter with its accent is one. */
export const isLongEnough = (password: string): boolean => [...normalize(password)].length >= PASSWORD_MIN

/**
 * Whether a password can be stored at all: well-formed, without NUL, not too long. The minimum length is checked
 * separately.
 */
export const isWellFormedPassword = (password: string): boolean =>
  password.length <= PASSWORD_MAX && password.isWellFormed() && !password.includes('\u0000')

export type Passwords = {
  /** The PHC string of a password. Throws PasswordQueueFull, PasswordAbandoned. */
  hash(password: string, ticket?: PasswordTicket): Promise<string>
  /**
   * Whether `phc` is the hash of the password. With null (no such user) it is false, after the same time. Throws
   * PasswordQueueFull, PasswordAbandoned.
   */
  verify(phc: string | null, password: string, ticket?: PasswordTicket): Promise<boolean>
  /** Whether a job with this ticket would be admitted. If not, nothing else need be done for it first. */
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

  /** The hash that is compared if there is no such user. Made once, and again if that failed. */
  function decoyHash(): Promise<string> {
    if (decoy !== null) return decoy
    const making = hash('nobody has this password', COST)
    // a failure is handled even if nobody waits for it
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
        // started with the first call, so that it exists for the first unknown user
        const other = decoyHash()
        const matches = await verify(phc ?? (await other), normalize(password))
        return phc !== null && matches
      }),
    hasRoom: (ticket) => queue.hasRoom(ticket),
  }
}
