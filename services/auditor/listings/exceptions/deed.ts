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

/** A person's; the product's own beginning; or another part of the product's, as a settlement taken back after the feed corrected. */
export type Hand = 'person' | 'start' | 'product'

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
  /** What a start of the product set where there was nothing before. */
  readonly isFirst?: true
}

/**
 * Whose it was: nobody is to be asked for a reason of what a start begins with, nor of what another part of the product does. Only
 * what a start sets first is its own; who writes under its name later has a reason to give.
 */
export function handOf({ isFirst }: Pick<Deed, 'isFirst'>, { actor }: Meta): Hand {
  if (actor.role !== 'system') return 'person'
  if (actor.id === 'setup') return isFirst ? 'start' : 'person'
  return 'product'
}
