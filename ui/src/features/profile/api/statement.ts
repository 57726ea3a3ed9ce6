// GET /api/account/statement.
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Statement, StatementLine } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { DAY_MS } from '#ui/lib/time/durations.ts'
import type { StatementChoice } from '../model/statement-choice.ts'

const MOST = 500

function pathOf({ kind, days }: StatementChoice, before: string | null, limit?: number): string {
  const parameters = new URLSearchParams()
  if (kind !== null) parameters.set('kind', kind)
  if (days !== null) parameters.set('since', new Date(businessNow() - days * DAY_MS).toISOString())
  if (before !== null) parameters.set('before', before)
  if (limit !== undefined) parameters.set('limit', String(limit))
  return `/api/account/statement?${parameters}`
}

/**
 * The lines of the statement in pages, newest first. A push about the account invalidates it together with the bets.
 */
export const statementQuery = (choice: StatementChoice) =>
  infiniteQueryOptions({
    queryKey: ['bets', 'statement', choice],
    queryFn: ({ pageParam, signal }) => request<Statement>(pathOf(choice, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // The lines of the previous choice stay until the new ones arrive. An empty list does not, or it would claim that
    // there are none before that is known.
    placeholderData: (before) => (before?.pages.some(({ lines }) => lines.length > 0) ? before : undefined),
  })

/** All lines of a choice, for a file. */
export async function wholeStatement(choice: StatementChoice, signal?: AbortSignal): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let before: string | null = null; ; ) {
    const page: Statement = await request<Statement>(pathOf(choice, before, MOST), { signal })
    lines.push(...page.lines)
    if (page.next === null) return lines
    before = page.next
  }
}
