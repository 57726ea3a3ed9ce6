import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { eurosOf } from '#domain/money.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import type { OutcomeLiability } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { sportsQuery } from '#ui/data/sports.ts'
import { liability as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros, toCents } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { liabilityPath, liabilityQuery } from '../../api/figures.ts'
import { type LiabilitySearch, liabilitySearch } from '../../model/section-searches.ts'
import { useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { ExportButton } from '../desk/export-button.tsx'
import { ChoiceFilter, FilterBar } from '../desk/filters/filter-bar.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { ExposureBar } from './exposure-bar.tsx'

/** The server's default order. */
const WORST_FIRST = '-exposure'
const STARTS = Object.entries(texts.startsWithin) as [keyof typeof texts.startsWithin, string][]

/** What open bets would cost for each outcome, in euros, worst first. For loading, empty and errors see `DeskTable`. */
export function LiabilityPage() {
  const { search, onSearch } = useDeskSearch(liabilitySearch)
  const { after, ...listed } = search
  const { sort = WORST_FIRST, ...filter } = listed
  const query = useQuery(liabilityQuery(search))
  const { data: families = [] } = useQuery(sportsQuery())
  const isFiltered = Object.keys(filter).length > 0
  const { next = null, worst = 0, outcomes } = query.data ?? {}
  // Worst first, each game's other outcomes are below its worst one; in any other order each outcome stands alone.
  const isByGame = sort === WORST_FIRST
  const games = isByGame
    ? [...Map.groupBy(outcomes ?? [], ({ eventId }) => eventId).values()]
    : (outcomes ?? []).map((one) => [one])
  return (
    <DeskPage
      section="liability"
      actions={<ExportButton path={`${liabilityPath(listed)}&format=csv`} name="liability.csv" />}
    >
      <DeskTable
        label={texts.list}
        columns={columnsOf(worst, new Set(games.map(([first]) => first!)))}
        rows={outcomes && games.flat()}
        {...(filter.event === undefined && {
          onRow: ({ eventId }: OutcomeLiability) => onSearch({ ...listed, event: eventId }),
        })}
        rowKey={({ eventId, market, point, selection }) => `${eventId} ${market} ${point} ${selection}`}
        query={query}
        sort={sort}
        onSort={(next) =>
          onSearch(next === WORST_FIRST ? filter : { ...filter, sort: next as NonNullable<LiabilitySearch['sort']> })
        }
        failed={texts.failed}
        empty={{ text: isFiltered ? texts.noneFound : texts.empty }}
        top={
          <FilterBar
            isFiltered={isFiltered}
            onClear={() => onSearch(search.sort === undefined ? {} : { sort: search.sort })}
          >
            <ChoiceFilter
              label={texts.sport}
              value={filter.sport}
              all={texts.anySport}
              options={families.map(({ key, title }) => [key, title] as const)}
              onChange={(sport) => onSearch({ ...without(listed, 'sport'), ...(sport && { sport }) })}
            />
            <ChoiceFilter
              label={texts.starts}
              value={filter.starts}
              all={texts.anyStart}
              options={STARTS}
              onChange={(starts) => onSearch({ ...without(listed, 'starts'), ...(starts && { starts }) })}
            />
            {filter.event !== undefined && (
              <Link
                to="/admin/bets"
                search={{ event: filter.event }}
                className="rounded-sm text-second underline underline-offset-2 hover:text-text touch-around"
              >
                {texts.betsOn}
              </Link>
            )}
          </FilterBar>
        }
        foot={
          <div className="flex flex-wrap items-center justify-between gap-2 border-border border-t px-4 py-2">
            <p className="min-w-0 grow basis-80 text-muted text-second">{texts.rule}</p>
            {(after !== undefined || next !== null) && (
              <span className="flex gap-2">
                <Button size="sm" disabled={after === undefined} onClick={() => onSearch(listed)}>
                  {texts.firstPage}
                </Button>
                <Button
                  size="sm"
                  disabled={next === null}
                  onClick={() => next !== null && onSearch({ ...listed, after: next })}
                >
                  {texts.next}
                </Button>
              </span>
            )}
          </div>
        }
      />
    </DeskPage>
  )
}

function without<Fields extends object, Name extends keyof Fields>(fields: Fields, name: Name): Omit<Fields, Name> {
  const { [name]: _, ...rest } = fields
  return rest
}

/** `firsts`: the first outcome of each game, below which the others are listed. */
const columnsOf = (worst: number, firsts: ReadonlySet<OutcomeLiability>): readonly Column<OutcomeLiability>[] => [
  {
    key: 'event',
    title: texts.event,
    cell: (one) =>
      firsts.has(one) ? (
        <Event of={one} />
      ) : (
        <span className="md:sr-only">
          {one.home_team} vs {one.away_team}
        </span>
      ),
  },
  { key: 'outcome', title: texts.outcome, isWide: true, cell: (one) => <Outcome of={one} /> },
  { key: 'stakes', title: texts.stakes, isFigure: true, sorts: true, cell: ({ stakes }) => <Money amount={stakes} /> },
  {
    key: 'singles',
    title: texts.singles,
    isFigure: true,
    sorts: true,
    cell: ({ pays, singles }) => paid(pays, singles),
  },
  {
    key: 'parlays',
    title: texts.parlays,
    isFigure: true,
    sorts: true,
    cell: ({ parlayPays, parlays }) => paid(parlayPays, parlays),
  },
  {
    key: 'exposure',
    title: texts.exposure,
    hint: texts.exposureHint,
    isFigure: true,
    sorts: true,
    cell: ({ exposure, struckExposure }) => (
      <span className="md:inline-flex md:w-full md:min-w-28 md:flex-col md:items-end md:gap-1">
        <Money amount={exposure} className="font-semibold" />
        {struckExposure !== exposure && <span className="text-muted"> {texts.taken(formatEuros(struckExposure))}</span>}
        <span className="w-full max-md:hidden">
          <ExposureBar exposure={exposure} worst={worst} />
        </span>
      </span>
    ),
  },
  {
    key: 'net',
    title: texts.net,
    hint: texts.netHint,
    isFigure: true,
    cell: ({ exposure, marketStakes }) => <Money amount={eurosOf(toCents(exposure) - toCents(marketStakes))} />,
  },
]

function Event({ of: { eventId, home_team: home, away_team: away, commence_time: start } }: { of: OutcomeLiability }) {
  const game = `${home} vs ${away}`
  return (
    <>
      <Link
        to="/admin/liability"
        search={{ event: eventId }}
        aria-label={texts.onlyThis(game)}
        className="block rounded-sm font-medium hover:underline touch-around"
      >
        {game}
      </Link>
      <span className="text-muted">{formatDayTime(start)}</span>
    </>
  )
}

const Outcome = ({ of: { name, market } }: { of: OutcomeLiability }) => (
  <>
    <span className="block font-medium">{printedName(name)}</span>
    <span className="text-muted">{marketName(market)}</span>
  </>
)

const paid = (amount: number, bets: number) =>
  bets === 0 ? null : (
    <>
      <Money amount={amount} className="md:block" />{' '}
      <span className="text-muted max-md:before:content-['·_']">{texts.bets(bets)}</span>
    </>
  )
