import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import type { UserList } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { customerQuery, usersPath, usersQuery } from '../../api/customers.ts'
import { type DeskSearch, useDeskSearch } from '../../model/use-desk-search.ts'
import { listedIn, type UsersSearch, usersSearch } from '../../model/users-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { ExportButton } from '../desk/export-button.tsx'
import { OpeningPart } from '../desk/panel-state.tsx'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { userColumns } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'

const loadCustomer = async () => ({ default: (await import('../customer/customer.tsx')).Customer })
const Customer = lazyPart(loadCustomer)

/** The users section at its own address. */
export function UsersPage() {
  const search = useDeskSearch(usersSearch)
  // The total and the export are those of the list.
  const isOpen = search.search.user !== undefined
  const totals = useQuery(usersQuery(listedIn(search.search))).data
  const opened = useQuery({ ...customerQuery(search.search.user ?? ''), enabled: isOpen }).data
  return (
    <DeskPage
      section="users"
      opened={opened?.user.username}
      {...(isOpen
        ? {}
        : {
            hint:
              totals &&
              customers.summary(totals.totalUsers.toLocaleString('en-IE'), formatEuros(totals.userBalance.toFixed(2))),
          })}
      actions={isOpen ? undefined : <ExportButton path={usersPath(listedIn(search.search), 'csv')} name="users.csv" />}
    >
      <Users {...search} />
    </DeskPage>
  )
}

/**
 * The list of bettors in pages, or the opened bettor, who stays whatever happens to the list. For loading, empty and
 * errors see `DeskTable` and `Customer`.
 */
export function Users({ search, onSearch }: DeskSearch<UsersSearch>) {
  const { user: selected, sort = 'name' } = search
  const list = listedIn(search)
  const query = useQuery({ ...usersQuery(list), enabled: selected === undefined })
  // The user opened or closed last: the focus follows.
  const last = useRef<string | undefined>(undefined)
  if (selected !== undefined) {
    return (
      <Suspense fallback={<OpeningPart text={admin.loading} />}>
        <Customer
          key={selected}
          id={selected}
          search={search}
          onSearch={onSearch}
          autoFocus={last.current === selected}
          onBack={() => {
            last.current = selected
            onSearch(list)
          }}
        />
      </Suspense>
    )
  }
  const { sort: _, key: __, ...filter } = list
  const isFiltered = Object.keys(filter).length > 0
  const clear = () => onSearch(search.sort === undefined ? {} : { sort: search.sort })
  const open = (id: string) => {
    last.current = id
    onSearch({ ...list, user: id })
  }
  return (
    <DeskTable
      label="Users"
      columns={userColumns({ onOpen: open, onApproach: loadCustomer, focused: last.current })}
      rows={query.data?.users}
      rowKey={({ id }) => id}
      query={query}
      failed={customers.loadFailed}
      loading={customers.loading}
      sort={sort}
      onSort={(next) => onSearch({ ...filter, sort: next as NonNullable<UsersSearch['sort']> })}
      empty={
        isFiltered
          ? {
              text: customers.noMatch,
              action: (
                <Button size="sm" onClick={clear}>
                  {desk.clear}
                </Button>
              ),
            }
          : { text: customers.none, hint: customers.noneHint }
      }
      keys={{
        newer: query.data?.newer ?? null,
        older: query.data?.older ?? null,
        onKey: (key) => onSearch({ ...list, key }),
        onFirst: () => onSearch(withoutBlanks({ ...list, key: undefined } as UsersSearch)),
        onLast: () => onSearch({ ...list, key: 'last' }),
        isOrdered: !sort.endsWith('created'),
        range: query.data && !isFiltered ? rangeOf(query.data) : undefined,
      }}
      top={
        <UserFilters
          search={list}
          creators={query.data?.creators ?? []}
          isFiltered={isFiltered}
          onNarrow={(change) => {
            const { key: _key, ...rest } = { ...list, ...change }
            onSearch(withoutBlanks(rest), { replace: 'name' in change })
          }}
          onClear={clear}
        />
      }
    />
  )
}

/**
 * Where the page is among all users. Their number comes from a fold, so only the first and the last page have a range;
 * the others show the total only.
 */
function rangeOf({ users, newer, older, totalUsers }: UserList): string | undefined {
  if (users.length === 0) return undefined
  if (newer === null) return desk.rangeOf(1, users.length, totalUsers)
  return older === null
    ? desk.rangeOf(Math.max(1, totalUsers - users.length + 1), totalUsers, totalUsers)
    : desk.ofAll(totalUsers)
}

const withoutBlanks = (search: UsersSearch): UsersSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
