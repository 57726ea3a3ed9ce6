// What a person did by hand, as one changed field.
import type { Meta } from '../../events/body.ts'
import type { Value } from '../../report/listing/cells.ts'

export const DEED_KINDS = [
  'settlement',
  'void',
  'resettlement',
  'balance',
  'goodwill',
  'four-eyes',
  'treasury',
  'standing',
  'role',
  'access',
  'request',
  'erasure',
  'caps',
  'setting',
  'stop',
  'offer',
  'price',
  'feed',
  'restore',
] as const
export type DeedKind = (typeof DEED_KINDS)[number]

export type Deed = {
  readonly kind: DeedKind
  /** An account, a game, a bet, a setting or a league. */
  readonly subject: string
  /** One that ends in 'Cents' holds cents. */
  readonly field: string
  readonly before: Value
  readonly after: Value
  /** What it moves, where that is not the field itself. */
  readonly amountCents?: number
  /** Of the command that a person gave, where the event itself is a consequence. */
  readonly of?: Meta
}
