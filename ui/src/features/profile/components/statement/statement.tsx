import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { LINE_KIND_NAMES } from '#domain/ledger/line-kinds.ts'
import type { StatementKind, User } from '#services/contract/contract.ts'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Button, Spinner } from '#ui/components/ui/button.tsx'
import { Select, type SelectOption } from '#ui/components/ui/select.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { kindsOf } from '#ui/model/statement-words.ts'
import { statementQuery } from '../../api/statement.ts'
import {
  readStatementChoice,
  STATEMENT_DAYS,
  type StatementChoice,
  type StatementSearch,
  toStatementSearch,
} from '../../model/statement-choice.ts'
import { CsvButton } from './csv-button.tsx'
import { StatementTable } from './statement-table.tsx'

const LOADING = 'Loading your statement…'

const TIMES: SelectOption[] = [
  ['', 'All time'],
  ...STATEMENT_DAYS.map((days): SelectOption => [String(days), days === 1 ? 'Last 24 hours' : `Last ${days} days`]),
]

type AccountStatementProps = { user: User; search: StatementSearch; onSearch: (search: StatementSearch) => void }

/**
 * Every line of the account, with the balance after it, in euros; a text if there are none or no filter matches. The
 * lines stay, marked as busy, while those of another filter load. For loading and errors see `QueryState`.
 */
export function AccountStatement({ user, search, onSearch }: AccountStatementProps) {
  const choice = readStatementChoice(search, user.is_admin)
  const narrow = (change: Partial<StatementChoice>) => onSearch(toStatementSearch({ ...choice, ...change }))
  const query = useInfiniteQuery({
    ...statementQuery(choice),
    select: ({ pages }) => pages.flatMap(({ lines }) => lines),
  })
  const kinds: SelectOption[] = [
    ['', 'All kinds'],
    ...kindsOf(user.is_admin).map((kind): SelectOption => [kind, LINE_KIND_NAMES[kind]]),
  ]
  return (
    <section
      aria-labelledby="statement-heading"
      className="overflow-hidden rounded-card border border-border bg-surface [&>[role=alert]]:mx-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <h2 id="statement-heading" className="flex items-center gap-2 text-section">
          Account statement
          {query.isPlaceholderData && <Spinner />}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Select
            label="Time"
            value={String(choice.days ?? '')}
            options={TIMES}
            onChange={(days) => narrow({ days: days === '' ? null : Number(days) })}
          />
          <Select
            label="Kind"
            value={choice.kind ?? ''}
            options={kinds}
            onChange={(kind) => narrow({ kind: kind === '' ? null : (kind as StatementKind) })}
          />
          <CsvButton choice={choice} />
        </div>
      </div>
      <QueryState
        query={query}
        loading={LOADING}
        skeleton={<Skeletons count={6} className="mx-4 mb-2 h-8 rounded-control" />}
        empty={
          <div className="px-4 pb-4">
            <EmptyNotice
              hint={
                user.is_admin
                  ? 'Grants, deposits to users and their withdrawals are listed here.'
                  : 'Deposits, stakes and returns are listed here.'
              }
            >
              {choice.kind === null && choice.days === null ? 'No lines yet.' : 'No lines match these filters.'}
            </EmptyNotice>
          </div>
        }
      >
        {(lines) => (
          <div aria-busy={query.isPlaceholderData} className={clsx(query.isPlaceholderData && 'opacity-60')}>
            <StatementTable lines={lines} />
          </div>
        )}
      </QueryState>
      <p role="status" className="sr-only">
        {query.isPlaceholderData ? LOADING : ''}
      </p>
      {query.hasNextPage && (
        <div className="border-border border-t p-3">
          <Button
            className="w-full"
            busy={query.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void query.fetchNextPage()}
          >
            Show older lines
          </Button>
        </div>
      )}
    </section>
  )
}
