// What was placed and settled on each business day, by league and market, in cents.

import { text } from '../../postgres/table-lines.ts'
import type { OpenBet } from '../../replay/entities.ts'
import type { Replayed } from '../../replay/replay.ts'
import { calendarOf } from '../../rules/play/calendar.ts'
import type { Part } from '../../spill/kept-file.ts'
import type { WholeTable } from '../read-model.ts'

type Day = { placed: number; staked: number; settled: number; stakes: number; returns: number }

export class HouseDays implements Part<ReadonlyMap<string, Day>> {
  /** By '<day> <league> <market>'. */
  readonly #days = new Map<string, Day>()

  readonly table: WholeTable = {
    spec: {
      table: 'house_day',
      columns: ['day', 'league', 'market', 'placed', 'staked_cents', 'settled', 'stakes_cents', 'returns_cents'],
    },
    keyColumns: 3,
    rows: () => ({
      rowOf: (key) => {
        const day = this.#days.get(key)
        if (day === undefined) return null
        const { placed, staked, settled, stakes, returns } = day
        return [...key.split(' ').map(text), placed, staked, settled, stakes, returns].join('\t')
      },
      keys: () => this.#days.keys(),
    }),
  }

  write(): ReadonlyMap<string, Day> {
    return this.#days
  }

  read(days: ReadonlyMap<string, Day>): void {
    for (const [key, day] of days) this.#days.set(key, day)
  }

  add({ body, bet }: Replayed): void {
    if (body === null || bet === null) return
    const { at } = body.meta
    switch (body.type) {
      case 'BetPlaced': {
        const day = this.#dayOf(bet, at)
        day.placed += 1
        day.staked += bet.stakeCents
        break
      }
      case 'BetSettled':
        this.#settle(bet, at, body.data.returnCents)
        break
      case 'BetVoided':
        this.#settle(bet, at, bet.stakeCents)
        break
      case 'BetResettled': {
        const { reversedReturnCents, settlement } = body.data
        const day = this.#dayOf(bet, at)
        day.settled -= 1
        day.stakes -= bet.stakeCents
        day.returns -= reversedReturnCents
        if (settlement !== null) this.#settle(bet, at, settlement.returnCents)
      }
    }
  }

  #settle(bet: OpenBet, at: string, returnCents: number): void {
    const day = this.#dayOf(bet, at)
    day.settled += 1
    day.stakes += bet.stakeCents
    day.returns += returnCents
  }

  #dayOf({ league, legs }: OpenBet, at: string): Day {
    const key = `${calendarOf(at).day} ${league} ${legs.length === 1 ? legs[0]!.market : 'parlay'}`
    let day = this.#days.get(key)
    if (day === undefined) {
      day = { placed: 0, staked: 0, settled: 0, stakes: 0, returns: 0 }
      this.#days.set(key, day)
    }
    return day
  }
}
