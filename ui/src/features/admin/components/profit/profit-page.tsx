import { useQuery } from '@tanstack/react-query'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Profit } from '#services/contract/contract.ts'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { Money } from '#ui/components/money.tsx'
import { profit as texts } from '#ui/lib/messages/desk/figures.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { dayText, productDay } from '#ui/lib/time/product-day.ts'
import { profitPath, profitQuery } from '../../api/figures.ts'
import { firstDayOf, profitDays } from '../../model/figures/profit-days.ts'
import { useLeagueNames } from '../../model/figures/use-league-names.ts'
import { profitSearch } from '../../model/section-searches.ts'
import { useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { DeskPanel } from '../desk/desk-panel.tsx'
import { ExportButton } from '../desk/export-button.tsx'
import { ChoiceFilter, FilterBar } from '../desk/filters/filter-bar.tsx'
import { PanelState } from '../desk/panel-state.tsx'
import { ownError } from '../desk/server-lost.ts'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { CHART_HEIGHT, CHART_ROWS, ProfitChart } from './profit-chart.tsx'

type Row = Profit['rows'][number]

/** The key of the row with the sum of all others. */
const TOGETHER = 'together'
const RANGES = ['7', '30', '90', '365', 'all'] as const
const BY = [
  { value: 'day', label: texts.byDay },
  { value: 'league', label: texts.byLeague },
  { value: 'market', label: texts.byMarket },
]
const marketTitle = (key: string): string => (key === 'parlay' ? texts.parlay : marketName(key))

/**
 * House profit in euros: a chart by business day, and a table by day, league or market. Without a bet there is no
 * chart; for loading, empty and errors see `PanelState` and `DeskTable`.
 */
export function ProfitPage() {
  const { search, onSearch } = useDeskSearch(profitSearch)
  const { range = '30', by = 'day', league, market } = search
  const today = useBusinessTime(productDay)
  const leagueName = useLeagueNames().nameOf
  const from = firstDayOf(range, today)
  const asked = { ...(from && { from }), ...(league && { league }), ...(market && { market }) }
  const byDay = useQuery(profitQuery({ ...asked, by: 'day' }))
  const table = useQuery(profitQuery({ ...asked, by }))
  const days = byDay.data === undefined ? [] : profitDays(byDay.data, from)
  const shown = BY.find(({ value }) => value === by)!
  const shownKey = { day: dayText, league: leagueName, market: marketTitle }[by]
  const nameOf = (key: string) => (key === TOGETHER ? texts.total : shownKey(key))
  const rows = table.data?.rows
  // The chart and the table of days are one query, whose failure is reported once.
  const isToldAbove = by === 'day' && table.data === undefined && ownError(table.error) !== null
  return (
    <DeskPage
      section="profit"
      hint={byDay.data && <Money amount={byDay.data.total.profit} signed toned />}
      actions={<ExportButton path={`${profitPath({ ...asked, by })}&format=csv`} name={`profit-by-${by}.csv`} />}
    >
      <DeskPanel
        title={texts.title}
        hint={range === 'all' ? texts.ever : texts.inRange(texts.ranges[range])}
        aside={
          <FilterChips
            isDense
            label={texts.range}
            chips={RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
            value={range}
            onChange={(value) => {
              const { range: _, ...rest } = search
              onSearch(value === null || value === '30' ? rest : { ...rest, range: value as '7' })
            }}
          />
        }
      >
        <FilterBar
          isFiltered={league !== undefined || market !== undefined}
          onClear={() => {
            const { league: _, market: __, ...rest } = search
            onSearch(rest)
          }}
        >
          <ChoiceFilter
            label={texts.league}
            value={league}
            all={texts.anyLeague}
            options={(byDay.data?.leagues ?? []).map((key) => [key, leagueName(key)] as const)}
            onChange={(value) => onSearch(withField(search, 'league', value))}
          />
          <ChoiceFilter
            label={texts.market}
            value={market}
            all={texts.anyMarket}
            options={(byDay.data?.markets ?? []).map((key) => [key, marketTitle(key)] as const)}
            onChange={(value) => onSearch(withField(search, 'market', value))}
          />
        </FilterBar>
        {(days.length > 0 || byDay.data === undefined) && (
          <div className={CHART_HEIGHT}>
            <PanelState query={byDay} failed={texts.failed} expected={CHART_ROWS} />
            {days.length > 0 && <ProfitChart days={days} />}
          </div>
        )}
      </DeskPanel>
      {!isToldAbove && (
        <DeskTable
          label={`${texts.title}, ${shown.label}`}
          columns={columnsOf(shown.label, nameOf)}
          rows={by === 'day' ? rows?.toReversed() : rows}
          rowKey={({ key }) => key}
          query={table}
          failed={texts.failed}
          empty={{ text: texts.empty, hint: texts.emptyHint }}
          top={
            <div className="border-border border-b px-4 py-1.5">
              <FilterChips
                isDense
                label={texts.by}
                chips={BY}
                value={by}
                onChange={(value) =>
                  onSearch(withField(search, 'by', value === 'day' ? undefined : (value as 'league')))
                }
              />
            </div>
          }
          total={table.data && { key: TOGETHER, ...table.data.total }}
        />
      )}
    </DeskPage>
  )
}

function withField<Search extends object, Name extends keyof Search>(
  search: Search,
  name: Name,
  value: Search[Name] | undefined,
): Search {
  const { [name]: _, ...rest } = search
  return (value === undefined ? rest : { ...rest, [name]: value }) as Search
}

const columnsOf = (title: string, nameOf: (key: string) => string): readonly Column<Row>[] => [
  { key: 'key', title, isName: true, cell: ({ key }) => <span className="font-medium">{nameOf(key)}</span> },
  { key: 'placed', title: texts.placed, isFigure: true, cell: ({ placed }) => placed.toLocaleString('en-IE') },
  { key: 'staked', title: texts.staked, isFigure: true, cell: ({ staked }) => <Money amount={staked} /> },
  { key: 'settled', title: texts.settled, isFigure: true, cell: ({ settled }) => settled.toLocaleString('en-IE') },
  { key: 'stakes', title: texts.stakes, isFigure: true, cell: ({ stakes }) => <Money amount={stakes} /> },
  { key: 'returns', title: texts.returns, isFigure: true, cell: ({ returns }) => <Money amount={returns} /> },
  {
    key: 'profit',
    title: texts.profit,
    isFigure: true,
    cell: ({ profit }) => <Money amount={profit} signed toned className="font-semibold" />,
  },
]
