// The sessions of an account and failed attempts to sign in, on the stream `session-<account>`. It is separate from the
// account's own stream, which every bet is decided on.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { MAX_FAILURES_COUNTED, MAX_NETWORKS_COUNTED } from '../limits.ts'
import { Day, Hash, Instant, Word } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

export const sessionStream = (account: string) => `session-${account}`

/**
 * `session`: its commitment, which events of requests in this session name. `secondFactor`: a code was given. A sign-up
 * signs in too, but needs no event besides AccountOpened, which names the session.
 */
export const SignedIn = z.strictObject({ session: Hash, secondFactor: z.literal(true).optional() })
/** The owner ended `session` or, with `others`, all but that one. Other events of the account end sessions too. */
export const SignedOut = z.strictObject({ session: Hash, others: z.literal(true).optional() })

const Count = z.int().min(1).max(MAX_FAILURES_COUNTED)
/**
 * The failures of an hour of system time, by its beginning: wrong passwords, wrong codes of the second factor, attempts
 * that were told to wait and not looked at, and the number of networks that they came from. Zero counts are left out; a
 * count at its bound stands for at least as many.
 */
export const SignInsFailed = z.strictObject({
  hour: Instant,
  passwords: Count.optional(),
  codes: Count.optional(),
  refused: Count.optional(),
  networks: z.int().min(1).max(MAX_NETWORKS_COUNTED),
})

/**
 * The actor was shown something personal, for the first time on that business day: about the owner of this stream, or,
 * on the actor's own stream, about everybody.
 */
export const PersonalDataViewed = z.strictObject({ what: Word, day: Day })

export const sessionEvents = {
  SignedIn: { 1: SignedIn },
  SignedOut: { 1: SignedOut },
  SignInsFailed: { 1: SignInsFailed },
  PersonalDataViewed: { 1: PersonalDataViewed },
} as const

export type SessionEvent = Newest<typeof sessionEvents>
