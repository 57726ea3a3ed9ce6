// Where somebody is signed in: the stream `session-<account>`. It stands beside the account's own, which every bet is decided on.
// These are storage contracts: a published version never changes (its schema is compared in the tests).
import { z } from 'zod'
import { Hash } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

export const sessionStream = (account: string) => `session-${account}`

/**
 * `session`: its commitment, as the events that are asked for in it name it. `secondFactor`: a code of it was given. A sign-up
 * signs in too, and needs no event beside AccountOpened, which names the session.
 */
export const SignedIn = z.strictObject({ session: Hash, secondFactor: z.literal(true).optional() })
/** `session` has ended by its owner's wish, or, with `others`, all but that one. Other events of the account end sessions too. */
export const SignedOut = z.strictObject({ session: Hash, others: z.literal(true).optional() })

export const sessionEvents = {
  SignedIn: { 1: SignedIn },
  SignedOut: { 1: SignedOut },
} as const

export type SessionEvent = Newest<typeof sessionEvents>
