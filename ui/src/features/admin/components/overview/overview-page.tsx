import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { alerts, figures } from '#ui/lib/messages/desk/figures.ts'
import { alertsQuery, figuresQuery } from '../../api/figures.ts'
import { sectionNamed } from '../../model/sections.ts'
import { AlertList } from '../alerts/alert-list.tsx'
import { DeskPage } from '../desk/desk-page.tsx'
import { DeskPanel } from '../desk/desk-panel.tsx'
import { PanelState } from '../desk/panel-state.tsx'
import { ownError } from '../desk/server-lost.ts'
import { TickerList } from '../ticker/ticker-list.tsx'
import { FeedPanel } from './feed-panel.tsx'
import { FigureTiles } from './figure-tiles.tsx'
import { ProfitPanel } from './profit-panel.tsx'
import { WorstPanel } from './worst-panel.tsx'

const ALERTS_SHOWN = 3
const BETS_SHOWN = 8

const columnStyle = 'flex min-w-0 flex-col gap-3'
/** Where there are two columns, a part does not wait for one in the other column. */
const SHOWN_IF_WIDE = 'xl:flex!'

/**
 * The house at a glance: figures, alerts, profit, the newest bets and the worst exposures; money in euros. Every panel
 * has its own loading and error state. If the figures cannot be loaded, an error with a retry replaces them.
 */
export function OverviewPage() {
  const { data, error, isPending, isLoadingError, isFetching, refetch } = useQuery(figuresQuery())
  const alertsHeld = useQuery(alertsQuery())
  const held = alertsHeld.data
  return (
    <DeskPage section="overview">
      {ownError(error) !== null && (
        <ErrorNotice message={errorText(error, figures.failed)} busy={isFetching} onRetry={() => refetch()} />
      )}
      {isPending && (
        <p role="status" className="sr-only">
          {admin.loading}
        </p>
      )}
      {(!isLoadingError || ownError(error) === null) && <FigureTiles figures={data} held={held} />}
      {/* Narrow: alerts first, then one part below the other, in order. Wide: in two columns, of which only the one with
          the alerts waits for them, because nobody knows how many there are. */}
      <div className="opens-in-order grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
        <DeskPanel
          title={figures.alerts}
          hint={held?.total}
          aside={<SectionLink section="alerts" />}
          className="xl:col-start-2"
        >
          <div data-opening={alertsHeld.isPending ? '' : undefined}>
            <PanelState query={alertsHeld} failed={alerts.failed} expected={1} />
          </div>
          {held?.total === 0 && <p className="px-4 py-3 text-muted text-second">{alerts.none}</p>}
          {held !== undefined && <AlertList alerts={held.alerts.slice(0, ALERTS_SHOWN)} />}
        </DeskPanel>
        <div className={clsx(columnStyle, 'xl:row-span-2 xl:row-start-1', SHOWN_IF_WIDE)}>
          <ProfitPanel aside={<SectionLink section="profit" />} />
          <TickerList
            most={BETS_SHOWN}
            heading={<h2 className="text-section">{figures.live}</h2>}
            aside={<SectionLink section="ticker" />}
          />
        </div>
        <div className={clsx(columnStyle, 'xl:col-start-2', !alertsHeld.isPending && SHOWN_IF_WIDE)}>
          <FeedPanel aside={<SectionLink section="feed-health" />} />
          <WorstPanel aside={<SectionLink section="liability" />} />
        </div>
      </div>
    </DeskPage>
  )
}

/** Links to the whole section, of which a panel shows the beginning. */
const SectionLink = ({ section }: { section: keyof typeof figures.all }) => (
  <Link
    to={sectionNamed(section).to}
    className={buttonStyle({ variant: 'ghost', size: 'sm', className: '-mr-3 max-[20rem]:mr-0' })}
  >
    {figures.all[section]}
  </Link>
)
