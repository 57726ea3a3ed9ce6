import { useQuery } from '@tanstack/react-query'
import { alertsQuery } from '../api/figures.ts'
import { requestsQuery } from '../api/requests.ts'
import type { SectionName } from './sections.ts'

/** What waits in a section, shown beside its name wherever it is linked. */
export function useSectionCounts(): Partial<Record<SectionName, number>> {
  const requests = useQuery(requestsQuery('open', 1)).data?.total
  const alerts = useQuery(alertsQuery()).data?.total
  return { ...(requests ? { requests } : {}), ...(alerts ? { alerts } : {}) }
}
