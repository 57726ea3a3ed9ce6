// Where somebody is signed in, and who tried: the stream `session-<account>`. It stands beside the account's own, which every bet is
// decided on.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { MAX_FAILURES_COUNTED, MAX_NETWORKS_COUNTED } from '../limits.ts'
import { Day, Hash, Instant, Word } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

export const sessionStream = (account: string) => `session-${account}`

/**
 * `session`: its commitment, as the events that are asked for in it name it. `secondFactor`: a code of it was given. A sign-up
 * signs in too, and needs no event beside AccountOpened, which names the session.
 */
export const SignedIn = z.strictObject({ session: Hash, secondFactor: z.literal(true).optional() })
/** `session` has ended by its owner's wish, or, with `others`, all but that one. Other events of the account end sessions too. */
export const SignedOut = z.strictObject({ session: Hash, others: z.literal(true).optional() })

const Count = z.int().min(1).max(MAX_FAILURES_COUNTED)
/**
 * What went wrong in an hour of system time, by its beginning: wrong passwords, wrong codes of the second factor, and attempts that
 * were told to wait and not looked at; from so many networks. What there was none of is left out; a bound stands for at least as many.
 */
export const SignInsFailed = z.strictObject({
  hour: Instant,
  passwords: Count.optional(),
  codes: Count.optional(),
  refused: Count.optional(),
  networks: z.int().min(1).max(MAX_NETWORKS_COUNTED),
})

/**
 * The actor was shown something personal, for the first time on that business day: of whose sessions these are, or, on the own
 * stream, of everybody.
 */
export const PersonalDataViewed = z.strictObject({ what: Word, day: Day })

export const sessionEvents = {
  SignedIn: { 1: SignedIn },
  SignedOut: { 1: SignedOut },
  SignInsFailed: { 1: SignInsFailed },
  PersonalDataViewed: { 1: PersonalDataViewed },
} as const

export type SessionEvent = Newest<typeof sessionEvents>
