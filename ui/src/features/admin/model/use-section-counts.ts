import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '../api/figures.ts'
import type { SectionName } from './sections.ts'

/** The number of items that wait in each section, shown beside its name wherever it is linked. */
export function useSectionCounts(): Partial<Record<SectionName, number>> {
  const { stopped: _, ...waiting } = useQuery(waitingQuery()).data ?? { stopped: null }
  return Object.fromEntries(Object.entries(waiting).filter(([, count]) => count !== null && count > 0))
}
