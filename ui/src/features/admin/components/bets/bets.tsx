import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { adminBets } from '#ui/lib/messages/desk/bets.ts'
import { deskBetsPath, deskBetsQuery } from '../../api/desk-bets.ts'
import { type BetsSearch, betsSearch } from '../../model/section-searches.ts'
import { type DeskSearch, useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { ExportButton } from '../desk/export-button.tsx'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { betColumns } from './bet-columns.tsx'
import { BetFilters } from './bet-filters.tsx'
import { BetLegs } from './bet-legs.tsx'
import { BetTotals } from './bet-totals.tsx'

const PAGE_SIZE = 10

/** The bets section at its own address. */
export function BetsPage() {
  const { search, onSearch } = useDeskSearch(betsSearch)
  return (
    <DeskPage section="bets" actions={<ExportButton path={deskBetsPath(search, 'csv')} name="bets.csv" />}>
      <Bets search={search} onSearch={onSearch} />
    </DeskPage>
  )
}

/**
 * All bets in pages by key, filtered and sorted by the server; money in euros. For loading, empty and errors see
 * `DeskTable`.
 */
export function Bets({ search, onSearch }: DeskSearch<BetsSearch>) {
  const query = useQuery(deskBetsQuery(search))
  const [withLegs, setWithLegs] = useState<ReadonlySet<string>>(new Set())
  const narrow = (change: BetsSearch) => onSearch({ ...search, ...change, key: undefined })
  const clear = () => onSearch({ sort: search.sort, size: search.size })
  const { sort, size, key: _, ...filter } = search
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const columns = betColumns({
    isOpen: ({ id }) => withLegs.has(id),
    onToggle: ({ id }) => setWithLegs((before) => new Set(before).symmetricDifference(new Set([id]))),
  })
  return (
    <>
      <BetTotals search={search} />
      <DeskTable
        label={adminBets.all}
        columns={columns}
        rows={query.data?.bets}
        rowKey={({ id }) => id}
        query={query}
        failed={adminBets.failed}
        expected={Number(size ?? PAGE_SIZE)}
        sort={sort ?? '-placed'}
        onSort={(next) => narrow({ sort: next === '-placed' ? undefined : (next as BetsSearch['sort']) })}
        empty={
          isFiltered
            ? { text: adminBets.noneFound, action: <Button onClick={clear}>{desk.clear}</Button> }
            : { text: adminBets.none, hint: adminBets.noneHint }
        }
        keys={{
          newer: query.data?.newer ?? null,
          older: query.data?.older ?? null,
          onKey: (key) => onSearch({ ...search, key }),
          isOrdered: sort?.endsWith('stake') ?? false,
        }}
        detail={({ id, legs }) => (withLegs.has(id) && legs !== null ? <BetLegs legs={legs} /> : null)}
        top={<BetFilters search={search} onNarrow={narrow} onClear={clear} />}
      />
    </>
  )
}
