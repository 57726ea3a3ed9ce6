import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PriceHistory as History } from '#services/contract/contract.ts'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { prices as texts } from '#ui/lib/messages/prices.ts'
import { messages } from '#ui/lib/messages.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { type PricedOutcome, priceHistoryQuery } from '../../api/price-history.ts'
import { priceSteps } from '../../model/prices/price-steps.ts'
import { PriceChart } from './price-chart.tsx'
import { PriceTable } from './price-table.tsx'

/**
 * The price history of an outcome since it was first recorded: as a line or as a table; a text if nothing was recorded.
 * For loading and errors see `QueryState`.
 */
export function PriceHistory({ outcome }: { outcome: PricedOutcome }) {
  const query = useQuery(priceHistoryQuery(outcome))
  return (
    <div className="min-h-72">
      <QueryState
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton className="mt-3 h-44 rounded-control" />}
        errorMessage={(error) => messages.errors.loading(errorText(error, texts.fetchFailed))}
      >
        {(history) => <Recorded history={history} />}
      </QueryState>
    </div>
  )
}

function Recorded({ history: { prices, truncated } }: { history: History }) {
  const [isTable, setTable] = useState(false)
  const steps = priceSteps(prices, businessNow())
  if (steps === null)
    return (
      <div className="mt-3">
        <EmptyNotice>{texts.none}</EmptyNotice>
      </div>
    )
  const from = formatDayTime(steps.from)
  return (
    <>
      {isTable ? <PriceTable prices={prices} /> : <PriceChart steps={steps} />}
      <div className="mt-3 flex items-start justify-between gap-3">
        <p className="text-muted text-second">
          {truncated ? texts.newest(prices.length, from) : texts.recorded(from)} {texts.between}
        </p>
        <Button size="sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {texts.asTable}
        </Button>
      </div>
    </>
  )
}
