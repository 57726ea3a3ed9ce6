// The invariant of what leaves the treasury, from all draws of the log: sums up again what the decider keeps as one sum
// a day.
import type { Recorded } from '../../aggregate.ts'
import { periodsAt } from '../../calendar/periods.ts'
import type { DomainEvent } from '../../events.ts'
import type { ReportBreach } from './bet-invariants.ts'

type LedgerEvent = Recorded<DomainEvent> & { readonly stream: string }
type Draw = { readonly account: string; readonly amountCents: number; state: 'waiting' | 'granted' | 'paid' | 'over' }

export class TreasuryInvariants {
  readonly #draws = new Map<string, Draw>()
  readonly #drawn: { readonly at: string; readonly amountCents: number }[] = []

  fold(event: LedgerEvent, breach: ReportBreach): void {
    switch (event.type) {
      case 'TreasuryDrawn': {
        const { draw, account, amountCents, budgetCents, replaces } = event.data
        this.#add(draw, { account, amountCents, state: 'granted' }, replaces)
        this.#drawn.push({ at: event.meta.at, amountCents })
        const day = periodsAt(event.meta.at).day.from
        const today = this.#drawn.filter(({ at }) => periodsAt(at).day.from === day)
        const usedCents = today.reduce((sum, one) => sum + one.amountCents, 0)
        if (usedCents > budgetCents) breach(14, `${usedCents} drawn in a day, above ${budgetCents}`)
        break
      }
      case 'TreasuryDrawRequested': {
        const { draw, account, amountCents, replaces } = event.data
        this.#add(draw, { account, amountCents, state: 'waiting' }, replaces)
        break
      }
      case 'TreasuryDrawApproved':
      case 'TreasuryDrawDeclined': {
        const draw = this.#draws.get(event.data.draw)
        if (draw?.state !== 'waiting') breach(14, `draw ${event.data.draw} was decided without waiting`)
        if (event.meta.actor.role !== 'super-admin') breach(14, `draw ${event.data.draw} was decided by no super admin`)
        if (draw !== undefined) draw.state = event.type === 'TreasuryDrawApproved' ? 'granted' : 'over'
        break
      }
      case 'FloatSet':
        this.#raise(event, breach)
        break
    }
  }

  #add(id: string, draw: Draw, replaces: string | undefined): void {
    this.#draws.set(id, draw)
    const replaced = replaces === undefined ? undefined : this.#draws.get(replaces)
    if (replaced !== undefined) replaced.state = 'over'
  }

  #raise({ data, meta, stream }: LedgerEvent & { type: 'FloatSet' }, breach: ReportBreach): void {
    const raisedCents = data.afterCents - data.beforeCents
    if (data.draw === undefined) {
      const mayRaise = meta.actor.role === 'super-admin' || meta.actor.id === 'setup'
      if (raisedCents > 0 && !mayRaise) breach(14, `${raisedCents} raised without a draw`)
      return
    }
    const draw = this.#draws.get(data.draw)
    const covers = draw?.state === 'granted' && stream.endsWith(draw.account) && draw.amountCents === raisedCents
    if (!covers) breach(14, `draw ${data.draw} does not cover ${raisedCents}`)
    if (draw !== undefined) draw.state = 'paid'
  }
}
