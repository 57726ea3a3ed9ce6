// Draws on the treasury: requested, granted, declined, and paid into the floats that they are for.
import { tablesIn } from '../ddl.ts'
import { eventRef, type LedgerEvent } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, insertRows, type Row, selectColumns, unnestAs } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { treasury_draw: treasuryDraw } = tablesIn(DDL, 'treasury_draw')

/** What may change about a draw; null for no change. */
type Change = {
  state: string | null
  paid: boolean | null
  decidedBy: string | null
  decidedAt: string | null
  event: string | null
  recordedAt: string | null
}
type Begun = { readonly whole: Row; readonly change: Change }

const CHANGES = selectColumns(treasuryDraw, [
  'draw_id',
  'state',
  'paid',
  'decided_by',
  'decided_at',
  'event',
  'recorded_at',
])
const UPDATE = `
  update treasury_draw d set
    state = coalesce(u.state, d.state),
    paid = coalesce(u.paid, d.paid),
    decided_by = coalesce(u.decided_by, d.decided_by),
    decided_at = coalesce(u.decided_at, d.decided_at),
    event = coalesce(u.event, d.event),
    recorded_at = coalesce(u.recorded_at, d.recorded_at)
  from ${unnestAs(CHANGES)}
  where d.draw_id = u.draw_id`

const unchanged = (): Change => ({
  state: null,
  paid: null,
  decidedBy: null,
  decidedAt: null,
  event: null,
  recordedAt: null,
})

class TreasuryFold implements Fold {
  readonly #begun = new Map<string, Begun>()
  readonly #changed = new Map<string, Change>()

  get size(): number {
    return this.#begun.size + this.#changed.size
  }

  add(event: LedgerEvent): void {
    switch (event.type) {
      case 'TreasuryDrawn':
        this.#replace(event, event.data.replaces)
        this.#begin(event, event.data, 'budget', 'granted')
        break
      case 'TreasuryDrawRequested':
        this.#replace(event, event.data.replaces)
        this.#begin(event, event.data, 'approval', 'waiting')
        break
      case 'TreasuryDrawApproved':
        Object.assign(this.#decide(event, event.data.draw, 'granted'), grantedBy(event))
        break
      case 'TreasuryDrawDeclined':
        this.#decide(event, event.data.draw, 'declined')
        break
      case 'FloatSet': {
        const { draw, beforeCents, afterCents } = event.data
        const amountCents = afterCents - beforeCents
        if (draw !== undefined) this.#changeOf(draw).paid = true
        else if (amountCents > 0 && event.meta.actor.role === 'super-admin') {
          const granted = { draw: eventRef(event), account: event.subject, amountCents }
          this.#begin(event, granted, 'super-admin', 'granted')
          this.#changeOf(granted.draw).paid = true
        }
        break
      }
    }
  }

  #begin(
    event: LedgerEvent,
    { draw, account, amountCents }: { draw: string; account: string; amountCents: number },
    basis: string,
    state: string,
  ): void {
    const { actor, at } = event.meta
    const whole = [draw, account, amountCents, basis, actor.id, at]
    this.#begun.set(draw, { whole, change: { ...unchanged(), state, paid: false, ...grantedBy(event) } })
  }

  #replace(event: LedgerEvent, replaced: string | undefined): void {
    if (replaced !== undefined) this.#decide(event, replaced, 'replaced')
  }

  #decide({ meta }: LedgerEvent, draw: string, state: string): Change {
    return Object.assign(this.#changeOf(draw), { state, decidedBy: meta.actor.id, decidedAt: meta.at })
  }

  #changeOf(draw: string): Change {
    const known = this.#begun.get(draw)?.change ?? this.#changed.get(draw)
    if (known !== undefined) return known
    const change = unchanged()
    this.#changed.set(draw, change)
    return change
  }

  writes(): Write[] {
    const begun = [...this.#begun.values()].map(({ whole, change }) => [...whole, ...cells(change)])
    const changed = [...this.#changed].map(([draw, change]) => [draw, ...cells(change)])
    return [
      ...(begun.length === 0 ? [] : [insertRows(treasuryDraw, begun)]),
      ...(changed.length === 0 ? [] : [update(changed)]),
    ]
  }
}

const grantedBy = (event: LedgerEvent) => ({ event: eventRef(event), recordedAt: event.meta.recordedAt })

const cells = ({ state, paid, decidedBy, decidedAt, event, recordedAt }: Change): Row => [
  state,
  paid,
  decidedBy,
  decidedAt,
  event,
  recordedAt,
]

const update = (rows: Row[]): Write => ({
  name: 'update_treasury_draw',
  text: UPDATE,
  values: columnsOf(CHANGES, rows),
  rows: rows.length,
})

export const treasuryProjection: Projection = {
  name: 'treasury',
  ddl: DDL,
  tables: [treasuryDraw],
  fold: () => new TreasuryFold(),
  revision: 1,
}
