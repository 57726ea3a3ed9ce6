import { describe, expect, it } from 'vitest'
import {
  amountField,
  choiceField,
  dayField,
  defineSearch,
  idField,
  kindsField,
  numberField,
  pageField,
  parseDeskSearch,
  sortField,
  textField,
} from './desk-search.ts'
import { newAddress } from './old-addresses.ts'

const schema = defineSearch({
  page: pageField(),
  user: idField(),
  q: textField(10),
  status: choiceField(['won', 'lost']),
  sort: sortField(['stake']),
  min: amountField(),
  from: dayField(),
  kind: kindsField(),
  event: numberField(),
})

describe('the search parameters of an address', () => {
  it('are read field by field, as the router gives them', () => {
    const search = {
      page: 3,
      user: 'a'.repeat(32),
      q: 12,
      status: 'won',
      sort: '-stake',
      min: 20.5,
      from: '2026-11-20',
      kind: 'money,desk',
      event: 6153,
    }
    expect(parseDeskSearch(schema, search)).toEqual({ ...search, q: '12', min: '20.5' })
  })

  it.each([
    ['page', 1],
    ['page', 'x'],
    ['page', 2.5],
    ['user', '../'],
    ['q', ''],
    ['q', 'elevenchars'],
    ['q', { a: 1 }],
    ['status', 'gone'],
    ['sort', 'odds'],
    ['min', '-1'],
    ['min', '1.005'],
    ['from', '2026-02-30'],
    ['kind', 'money,'],
    ['kind', 'all,money'],
    ['kind', 'rumours'],
    ['event', -1],
    ['event', 'x'],
    ['other', 1],
  ])('leaves out %s=%j alone', (name, value) => {
    const search = { status: 'lost', [name]: value }
    expect(parseDeskSearch(schema, search)).toEqual(name === 'status' ? {} : { status: 'lost' })
  })
})

describe('the addresses of the former single-page back office', () => {
  it.each([
    [{ section: 'users', users: 2, user: 'abc', bets: 3 }, '/admin/users', { user: 'abc' }],
    [{ section: 'bets', bets: 3, users: 2 }, '/admin/bets', { page: 3 }],
    [{ section: 'admins' }, '/admin/admins', {}],
    [{ section: 'requests', requests: -2 }, '/admin/requests', {}],
  ])('%j leads to %s', (search, to, next) => {
    expect(newAddress(search)).toEqual({ to, search: next })
  })

  it.each([[{}], [{ section: 'audit' }], [{ users: 2 }]])('%j is none', (search) => {
    expect(newAddress(search)).toBeNull()
  })
})
