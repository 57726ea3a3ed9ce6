import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Game } from '#services/contract/contract.ts'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { SearchChip } from '#ui/components/search-chip.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { onEventPage } from '#ui/lib/messages/prices.ts'
import { messages } from '#ui/lib/messages.ts'
import { outcomeName } from '#ui/model/outcome-name.ts'
import { byImportance, groupName, groupOf, groupsOf, type MarketGroup } from '../../model/markets/market-groups.ts'
import { closedReason } from '../../model/markets/price.ts'
import { mergeMarkets, type ShownMarket } from '../../model/markets/shown-market.ts'
import { useScoresSeen } from '../../model/markets/use-scores-seen.ts'
import { MarketCard } from './market-card.tsx'

const SEARCH_FROM = 15
/** The number of markets that are expanded at first: those most bet on. */
const OPEN_COUNT = 6

/** All markets of a game by group. A market that is taken down keeps its place. */
export function Markets({ game }: { game: Game }) {
  const [group, setGroup] = useState<MarketGroup | null>(null)
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const scores = useScoresSeen(game)
  const known = useRef<ShownMarket[]>([])
  known.current = mergeMarkets(known.current, game)
  const markets = known.current.toSorted((a, b) => byImportance(a.key, b.key))
  if (markets.length === 0)
    return (
      <div className="mt-3">
        <EmptyNotice hint={closedReason(game, 'h2h')}>{messages.event.noMarkets}</EmptyNotice>
      </div>
    )
  const keys = markets.map(({ key }) => key)
  const term = search.trim().toLowerCase()
  const shown = markets.filter((market) => (group === null || groupOf(market.key) === group) && matches(market, term))
  const openAtFirst = group === null && term === '' ? new Set(keys.slice(0, OPEN_COUNT)) : new Set(keys)
  return (
    // A button that gets the focus scrolls to below the sticky scoreboard.
    <div className="@container mt-3 flex flex-col gap-3 [&_button]:scroll-mt-36">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 empty:hidden">
        {groupsOf(keys).length > 1 && (
          // At most as wide as the page, so that the chips scroll sideways and the page does not.
          <div className="w-full min-w-0 @wide:w-auto">
            <FilterChips
              leading={<SearchChip />}
              label="Groups of markets"
              chips={chipsOf(keys, game.sport)}
              value={group}
              onChange={pickGroup}
            />
          </div>
        )}
        {markets.length > SEARCH_FROM && (
          <TextField
            label={onEventPage.findMarket}
            type="search"
            value={search}
            leading={<Search aria-hidden="true" className="size-4" />}
            onChange={(event) => setSearch(event.currentTarget.value)}
            className="w-full @wide:w-64"
          />
        )}
      </div>
      <div className="grid items-start gap-3 @wide:grid-cols-2">
        {shown.map((market) => (
          <MarketCard
            key={market.key}
            game={game}
            market={market}
            scores={scores}
            isOpen={toggled.get(market.key) ?? openAtFirst.has(market.key)}
            onOpenChange={(isOpen) => setToggled((before) => new Map(before).set(market.key, isOpen))}
            className={market.key === 'h2h' ? '@wide:col-span-2' : ''}
          />
        ))}
      </div>
      {shown.length === 0 && <EmptyNotice>{onEventPage.noMatch}</EmptyNotice>}
    </div>
  )

  function pickGroup(value: string | null) {
    setGroup(value as MarketGroup | null)
    setSearch('')
  }
}

const chipsOf = (keys: readonly string[], sport: string) => [
  { value: null, label: `All ${keys.length}` },
  ...groupsOf(keys).map((value) => ({ value, label: groupName(value, sport) })),
]

/** Whether the market's name, or a team in it, contains the search term. */
const matches = ({ key, outcomes }: ShownMarket, term: string): boolean =>
  marketName(key).toLowerCase().includes(term) ||
  outcomes.some((outcome) => outcomeName(outcome).toLowerCase().includes(term))
