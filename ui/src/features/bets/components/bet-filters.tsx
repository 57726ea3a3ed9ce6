import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/components/ui/button.tsx'
import { Select, type SelectOption } from '#ui/components/ui/select.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { messages } from '#ui/lib/messages.ts'
import { type BetSearch, type BetTime, cleared, isFiltered } from '../model/bet-search.ts'

const KINDS: readonly SelectOption[] = [
  ['', 'Singles and parlays'],
  ['single', 'Singles'],
  ['parlay', 'Parlays'],
]
const TIMES: readonly (readonly [BetTime | '', string])[] = [
  ['', 'Any time'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
]
const STATUSES: readonly SelectOption[] = [
  ['', 'Any result'],
  ...(['won', 'lost', 'refunded'] as const).map((status): SelectOption => [status, messages.bets.status[status]]),
]

type BetFiltersProps = { search: BetSearch; onSearch: (search: BetSearch) => void }

/** The filters of the lists, kept in the address. */
export function BetFilters({ search, onSearch }: BetFiltersProps) {
  const { data: sports = [] } = useQuery(sportsQuery())
  const set = (name: keyof BetSearch) => (value: string) => {
    const { [name]: _, ...others } = search
    onSearch((value === '' ? others : { ...others, [name]: value }) as BetSearch)
  }
  const bySport: SelectOption[] = [['', 'All sports'], ...sports.map(({ key, title }): SelectOption => [key, title])]
  return (
    <fieldset className="flex min-w-0 basis-full items-center gap-2 sm:flex-1 sm:basis-0">
      <legend className="sr-only">Which bets</legend>
      <div className="scroll-quiet fade-edges -mx-4 flex min-w-0 gap-2 px-4 py-1">
        <Select label="Sport" value={search.sport ?? ''} options={bySport} onChange={set('sport')} />
        <Select label="Kind" value={search.kind ?? ''} options={KINDS} onChange={set('kind')} />
        <Select label="Time" value={search.time ?? ''} options={TIMES} onChange={set('time')} />
        {search.tab === 'settled' && (
          <Select label="Result" value={search.status ?? ''} options={STATUSES} onChange={set('status')} />
        )}
      </div>
      {/* Outside the scrolling row: on a phone it would be out of sight. */}
      {isFiltered(search) && (
        <Button size="sm" variant="ghost" className="h-9" onClick={() => onSearch(cleared(search))}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
