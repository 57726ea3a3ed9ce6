// The addresses of the sections: which fields each understands.
import type * as z from 'zod/mini'
import {
  amountField,
  choiceField,
  dayField,
  defineSearch,
  idField,
  keyField,
  pageField,
  sortField,
  textField,
} from './desk-search.ts'

export const requestsSearch = defineSearch({ page: pageField() })
/** Named as the call's parameters are, but for days. */
export const betsSearch = defineSearch({
  bet: idField(),
  user: textField(64),
  status: choiceField(['pending', 'won', 'lost', 'refunded']),
  kind: choiceField(['single', 'parlay']),
  sport: textField(30),
  league: textField(80),
  event: idField(),
  from: dayField(),
  to: dayField(),
  min: amountField(),
  max: amountField(),
  sort: sortField(['placed', 'stake']),
  size: choiceField(['10', '25', '50', '100']),
  key: keyField(),
})

export const settlementSearch = defineSearch({ event: idField(), request: idField(), q: textField() })

export type RequestsSearch = z.output<typeof requestsSearch>
export type BetsSearch = z.output<typeof betsSearch>
export type SettlementSearch = z.output<typeof settlementSearch>
