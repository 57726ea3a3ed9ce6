import { useQuery } from '@tanstack/react-query'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { alerts as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { alertsQuery } from '../../api/figures.ts'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { AlertList } from './alert-list.tsx'

/**
 * The current alerts that somebody has to deal with, or a text if there are none. An alert disappears by itself once
 * its cause is gone. For loading and errors see `QueryState`.
 */
export function AlertsPage() {
  const query = useQuery(alertsQuery())
  return (
    <DeskPage section="alerts">
      <QueryState
        query={query}
        loading={admin.loading}
        skeleton={<Skeletons count={3} className="mb-2 h-16 rounded-control" />}
        errorMessage={(error) => errorText(error, texts.failed)}
        isEmpty={({ total }) => total === 0}
        empty={<EmptyNotice hint={texts.noneHint}>{texts.none}</EmptyNotice>}
      >
        {({ alerts, total }) => (
          <DeskCard>
            <AlertList alerts={alerts} />
            {alerts.length < total && (
              <p className="border-border border-t px-4 py-2.5 text-muted text-second">
                {texts.listed(alerts.length, total)}
              </p>
            )}
          </DeskCard>
        )}
      </QueryState>
      {query.data && (
        <p className="text-muted text-second">
          {texts.bounds(formatEuros(query.data.bigStake), formatEuros(query.data.bigExposure))}
        </p>
      )}
    </DeskPage>
  )
}
