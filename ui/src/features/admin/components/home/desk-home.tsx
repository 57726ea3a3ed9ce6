import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, LoadingText } from '#ui/components/query-state.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { useSession } from '#ui/lib/session.ts'
import { overviewQuery } from '../../api/dashboard.ts'
import { ReloadButton } from '../desk/desk-page.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { ownError } from '../desk/server-lost.ts'
import { Balances } from '../overview/summary.tsx'
import { FoldedSections } from './folded-sections.tsx'

/**
 * /admin: the signed-in admin, both balances in euros, and the sections that fold, each with a link to its own address.
 * Skeletons while loading; if the figures cannot be loaded, an error with a retry replaces them.
 */
export function DeskHome() {
  const name = useSession()?.user.username ?? ''
  const { data, error, isPending, isLoadingError, isFetching, refetch } = useQuery(overviewQuery())
  const isUnknown = isLoadingError && ownError(error) !== null
  return (
    <div className="flex flex-col gap-3">
      {/* Beside the title, so that nothing moves when it disappears. */}
      <div className="flex items-baseline gap-3 [&>p]:pb-0">
        <PageTitle>{admin.title}</PageTitle>
        {isPending && <LoadingText>{admin.loading}</LoadingText>}
      </div>
      {ownError(error) !== null && (
        <ErrorNotice message={errorText(error)} busy={isFetching} onRetry={() => refetch()} />
      )}
      <section aria-labelledby="admin-panel" className="flex flex-col gap-3">
        <div className="flex items-start justify-between gap-3 max-[20rem]:flex-wrap rounded-card border border-border bg-surface p-4">
          <div className="min-w-0">
            {/* On the shorter of the two lines, so that nothing moves when the badge appears. */}
            <div className="flex min-h-6 flex-wrap items-center gap-x-2">
              <h2 id="admin-panel" className="text-section">
                {admin.panel}
              </h2>
              {data?.role === 'super-admin' && <Badge tone="accent">{admin.superAdmin}</Badge>}
            </div>
            <p className="mt-0.5 text-muted text-second">{admin.loggedInAs(name)}</p>
          </div>
          <ReloadButton />
        </div>
        {!isUnknown && (
          <ForWriters>
            <Balances dashboard={data} />
          </ForWriters>
        )}
      </section>
      <FoldedSections dashboard={data} isUnknown={isUnknown} />
    </div>
  )
}
