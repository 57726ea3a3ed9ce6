import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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

/**
 * The house at a glance: figures, profit, alerts, the newest bets and the worst exposures; money in euros. Every panel
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
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <ProfitPanel aside={<SectionLink section="profit" />} />
          <TickerList
            most={BETS_SHOWN}
            heading={<h2 className="text-section">{figures.live}</h2>}
            aside={<SectionLink section="ticker" />}
          />
        </div>
        <div className="opens-in-order flex min-w-0 flex-col gap-3">
          <DeskPanel title={figures.alerts} hint={held?.total} aside={<SectionLink section="alerts" />}>
            {/* Nobody knows how many there are: what is below them waits. */}
            <div data-opening={alertsHeld.isPending ? '' : undefined}>
              <PanelState query={alertsHeld} failed={alerts.failed} expected={1} />
            </div>
            {held?.total === 0 && <p className="px-4 py-3 text-muted text-second">{alerts.none}</p>}
            {held !== undefined && <AlertList alerts={held.alerts.slice(0, ALERTS_SHOWN)} />}
          </DeskPanel>
          <FeedPanel aside={<SectionLink section="feed-health" />} />
          <WorstPanel aside={<SectionLink section="liability" />} />
        </div>
      </div>
    </DeskPage>
  )
}

/** Links to the whole section, of which a panel shows the beginning. */
const SectionLink = ({ section }: { section: keyof typeof figures.all }) => (
  <Link to={sectionNamed(section).to} className={buttonStyle({ variant: 'ghost', size: 'sm', className: '-mr-3' })}>
    {figures.all[section]}
  </Link>
)
