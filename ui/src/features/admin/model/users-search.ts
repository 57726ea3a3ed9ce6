// The search parameters of the users: the list's filters, and the opened customer, with its tab and what that shows.
import type * as z from 'zod/mini'
import { BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { LINE_KINDS } from '#domain/ledger/line-kinds.ts'
import { BET_COLUMNS, BET_KINDS, STANDINGS, USER_COLUMNS } from '#services/contract/desk/choices.ts'
import {
  amountField,
  choiceField,
  dayField,
  defineSearch,
  idField,
  keyField,
  sortField,
  textField,
} from './desk-search.ts'

const CUSTOMER_TABS = ['deposit', 'turnover', 'details', 'bets', 'transactions'] as const
export type CustomerTab = (typeof CUSTOMER_TABS)[number]

export const usersSearch = defineSearch({
  name: textField(64),
  creator: textField(64),
  standing: choiceField(STANDINGS),
  min: amountField(),
  max: amountField(),
  since: dayField(),
  until: dayField(),
  sort: sortField(USER_COLUMNS),
  key: keyField(),
  user: idField(),
  tab: choiceField(CUSTOMER_TABS),
  /** The filters and the page of the open tab's list. */
  status: choiceField(BET_STATUSES),
  bets: choiceField(BET_KINDS),
  sport: textField(30),
  order: sortField(BET_COLUMNS),
  line: choiceField(LINE_KINDS),
  at: keyField(),
})
export type UsersSearch = z.output<typeof usersSearch>

/** The parameters of the list, without the opened customer. */
export function listedIn({ name, creator, standing, min, max, since, until, sort, key }: UsersSearch): UsersSearch {
  const list = { name, creator, standing, min, max, since, until, sort, key }
  return Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined))
}
