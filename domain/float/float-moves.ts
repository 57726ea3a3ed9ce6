// How events move an admin's float, by kind. The figures of a day are sums of these.
import type { DomainEvent } from '../events.ts'
import type { FloatKind } from './float-kinds.ts'

/** Negative cents went out of the float. */
export type FloatMove = { readonly kind: FloatKind; readonly cents: number }

/** The moves of an event, in order; none if it does not move a float. */
export function floatMoves(event: Pick<DomainEvent, 'type' | 'data'>): readonly FloatMove[] {
  const { type, data } = event as DomainEvent
  switch (type) {
    case 'FloatSet': {
      const cents = data.afterCents - data.beforeCents
      const kind = data.draw !== undefined ? 'drawn' : cents > 0 ? 'granted' : 'given-back'
      return moving({ kind, cents })
    }
    case 'AdminRemoved':
      return moving({ kind: 'given-back', cents: -data.floatCents })
    case 'TransferSent':
      return data.from === 'float' ? [{ kind: 'deposited', cents: -data.amountCents }] : []
    case 'TransferReceived':
      if (data.into !== 'float') return []
      return moving(
        { kind: 'withdrawn', cents: data.amountCents },
        { kind: 'given-back', cents: data.forwarded ? -data.amountCents : 0 },
      )
    case 'TransferReturned':
      return data.into === 'float' ? [{ kind: 'returned', cents: data.amountCents }] : []
    default:
      return []
  }
}

const moving = (...moves: FloatMove[]): readonly FloatMove[] => moves.filter(({ cents }) => cents !== 0)
