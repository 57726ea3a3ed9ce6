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

/**
 * A person; the first start of the product; or the product itself, such as when it takes back a settlement after a
 * correction by the feed.
 */
export type Hand = 'person' | 'start' | 'product'

export type Deed = {
  readonly kind: DeedKind
  /** An account, a fixture, a bet, a setting or a league. */
  readonly subject: string
  /** A field with a name that ends in 'Cents' holds cents. */
  readonly field: string
  readonly before: Value
  readonly after: Value
  /** The amount that it moves, if that is not the field itself. */
  readonly amountCents?: number
  /** The metadata of the person's command, if the event itself is only its consequence. */
  readonly of?: Meta
  /** It set something for which there was no value before. */
  readonly isFirst?: true
}

/**
 * Who did it. Nobody has to give a reason for what the first start sets, nor for what the product does by itself.
 * Anything later under the name of the first start counts as a person's.
 */
export function handOf({ isFirst }: Pick<Deed, 'isFirst'>, { actor }: Meta): Hand {
  if (actor.role !== 'system') return 'person'
  if (actor.id === 'setup') return isFirst ? 'start' : 'person'
  return 'product'
}
