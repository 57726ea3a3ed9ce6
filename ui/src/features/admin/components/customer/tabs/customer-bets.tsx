import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BET_STATUS_NAMES, BET_STATUSES } from '#domain/bet/bet-statuses.ts'
import { BET_KINDS } from '#services/contract/desk/choices.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { deskBetsPath, deskBetsQuery } from '../../../api/desk-bets.ts'
import type { BetsSearch } from '../../../model/section-searches.ts'
import type { DeskSearch } from '../../../model/use-desk-search.ts'
import type { UsersSearch } from '../../../model/users-search.ts'
import { betColumns } from '../../bets/bet-columns.tsx'
import { BetLegs } from '../../bets/bet-legs.tsx'
import { BetTotals } from '../../bets/bet-totals.tsx'
import { ExportButton } from '../../desk/export-button.tsx'
import { ChoiceFilter, FilterBar } from '../../desk/filters/filter-bar.tsx'
import { DeskTable } from '../../desk/table/desk-table.tsx'

/**
 * The bettor's bets, in the same columns as everybody's; money in euros. For loading, empty and errors see `DeskTable`.
 */
export function CustomerBets({ id, search, onSearch }: DeskSearch<UsersSearch> & { id: string }) {
  const { status, bets: kind, sport, at: key, order: sort } = search
  const asked: BetsSearch = { user: id, status, kind, sport, key, sort }
  const query = useQuery(deskBetsQuery(asked))
  const sports = useQuery(sportsQuery()).data ?? []
  const [withLegs, setWithLegs] = useState<ReadonlySet<string>>(new Set())
  const narrow = (change: UsersSearch) => onSearch({ ...search, ...change, at: undefined })
  const clear = () => narrow({ status: undefined, bets: undefined, sport: undefined })
  const isFiltered = status !== undefined || kind !== undefined || sport !== undefined
  const columns = betColumns({
    isOpen: (bet) => withLegs.has(bet.id),
    onToggle: (bet) => setWithLegs((before) => new Set(before).symmetricDifference(new Set([bet.id]))),
  }).filter((column) => column.key !== 'user')
  return (
    <div className="flex flex-col gap-3">
      <BetTotals search={asked} />
      <DeskTable
        label={customers.tabs.bets}
        columns={columns}
        rows={query.data?.bets}
        rowKey={(bet) => bet.id}
        query={query}
        failed={customers.betsFailed}
        loading={customers.betsLoading}
        sort={sort ?? '-placed'}
        onSort={(next) => narrow({ order: next === '-placed' ? undefined : (next as UsersSearch['order']) })}
        empty={
          isFiltered
            ? { text: customers.noBetsMatch, action: <Button onClick={clear}>{desk.clear}</Button> }
            : { text: customers.noBets }
        }
        keys={{
          newer: query.data?.newer ?? null,
          older: query.data?.older ?? null,
          onKey: (next) => onSearch({ ...search, at: next }),
        }}
        detail={(bet) => (withLegs.has(bet.id) && bet.legs !== null ? <BetLegs legs={bet.legs} /> : null)}
        top={
          <FilterBar
            isFiltered={isFiltered}
            onClear={clear}
            lead={
              <ChoiceFilter
                label={customers.betStatus}
                all={customers.anyBetStatus}
                value={status}
                options={BET_STATUSES.map((one) => [one, BET_STATUS_NAMES[one]] as const)}
                onChange={(next) => narrow({ status: next })}
              />
            }
          >
            <ChoiceFilter
              label={customers.betKind}
              all={customers.anyBetKind}
              value={kind}
              options={BET_KINDS.map((one) => [one, customers.betKinds[one]] as const)}
              onChange={(next) => narrow({ bets: next })}
            />
            <ChoiceFilter
              label={customers.sport}
              all={customers.anySport}
              value={sport}
              options={sports.map((one) => [one.key, one.title] as const)}
              onChange={(next) => narrow({ sport: next })}
            />
            <ExportButton path={deskBetsPath(asked, 'csv')} name="bets.csv" />
          </FilterBar>
        }
      />
    </div>
  )
}
