// The events of an account, on the stream `account-<id>` of one user or admin.
// These are storage contracts: a published version never changes (a test compares its schema).
import { z } from 'zod'
import { accessEvents } from '../access/access-events.ts'
import { betEvents } from '../bet/bet-events.ts'
import { closingEvents } from '../closing/closing-events.ts'
import { customerEvents } from '../customer/customer-events.ts'
import { erasureEvents } from '../erasure/erasure-events.ts'
import { floatEvents } from '../float/float-events.ts'
import { authorityEvents, fourEyesEvents } from '../four-eyes/four-eyes-events.ts'
import { goodwillEvents } from '../goodwill/goodwill-events.ts'
import { playEvents } from '../play/play-events.ts'
import { requestEvents } from '../request/request-events.ts'
import { transferEvents } from '../transfer/transfer-events.ts'
import { Cents, FirstRole, Hash, Id, PositiveCents, Role } from '../values.ts'
import type { Newest } from '../versions/newest.ts'

export const accountStream = (account: string) => `account-${account}`

/**
 * `username`, `password`: commitments; the values are rows in identity. `username` commits to the name as it was typed.
 * In version 1 it committed to the normal form of the name, so that nothing proved which letters were capitals, and
 * there were no auditors.
 */
const AccountOpened1 = z.strictObject({
  role: FirstRole,
  username: Hash,
  password: Hash,
  /** Who opened it: 'sign-up' for the person, an admin's account id, or 'setup' at the product's first start. */
  openedBy: z.union([Id, z.enum(['sign-up', 'setup'])]),
  /** Declared to be of age (18), by the person or by the admin who created the user. False: nobody declared it. */
  ageAttested: z.boolean(),
})
export const AccountOpened = z.strictObject({ ...AccountOpened1.shape, role: Role })
export type AccountOpened = z.infer<typeof AccountOpened>
/** Paid by the house at sign-up, if a grant is configured. */
export const WelcomeGranted = z.strictObject({ amountCents: PositiveCents })
/**
 * An admin's float set to an amount; the difference is posted against the treasury. In version 1 any admin raised
 * floats.
 */
const FloatSet1 = z.strictObject({ beforeCents: Cents, afterCents: Cents })
/**
 * `draw`: the draw, granted on the treasury's stream, that raised the float; absent if a super admin raised it or it
 * was lowered.
 */
export const FloatSet = z.strictObject({ ...FloatSet1.shape, draw: Id.optional() })
/** The account is closed, and its float went back to the treasury. */
export const AdminRemoved = z.strictObject({ floatCents: Cents })

export const AccountBlocked = z.strictObject({})
export const AccountUnblocked = z.strictObject({})
/**
 * `password`: the commitment in force from here on; AccountOpened has the first one. Auditors' changes are version 2,
 * because version 1 cannot name an auditor as the actor.
 */
export const PasswordChanged = z.strictObject({ password: Hash })
/** `email`: the commitment to the address; absent if it was removed. */
export const EmailChanged = z.strictObject({ email: Hash.optional() })

export const accountEvents = {
  AccountOpened: { 1: AccountOpened1, 2: AccountOpened },
  WelcomeGranted: { 1: WelcomeGranted },
  FloatSet: { 1: FloatSet1, 2: FloatSet },
  AdminRemoved: { 1: AdminRemoved },
  AccountBlocked: { 1: AccountBlocked },
  AccountUnblocked: { 1: AccountUnblocked },
  PasswordChanged: { 1: PasswordChanged, 2: PasswordChanged },
  EmailChanged: { 1: EmailChanged },
  ...accessEvents,
  ...transferEvents,
  ...betEvents,
  ...playEvents,
  ...customerEvents,
  ...requestEvents,
  ...closingEvents,
  ...erasureEvents,
  ...fourEyesEvents,
  ...authorityEvents,
  ...goodwillEvents,
  ...floatEvents,
} as const

/**
 * First versions that are still written: AccountOpened for names claimed before commitments were to the name as typed,
 * PasswordChanged for everybody but auditors.
 */
type First =
  | { type: 'AccountOpened'; schema: 1; data: z.infer<typeof AccountOpened1> }
  | { type: 'PasswordChanged'; schema: 1; data: z.infer<typeof PasswordChanged> }
export type AccountEvent = Newest<typeof accountEvents> | First
