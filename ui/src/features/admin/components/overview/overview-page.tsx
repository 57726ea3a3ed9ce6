import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, LoadingText } from '#ui/components/query-state.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { overviewQuery } from '../../api/dashboard.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { Balances, Summary } from './summary.tsx'

export function OverviewPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(overviewQuery())
  return (
    <DeskPage section="overview">
      {error !== null && <ErrorNotice message={errorText(error)} busy={isFetching} onRetry={() => refetch()} />}
      {isPending && <LoadingText>{admin.loading}</LoadingText>}
      <Balances dashboard={data} />
      <Summary dashboard={data} />
    </DeskPage>
  )
}
