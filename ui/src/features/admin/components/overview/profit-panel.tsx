import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Money } from '#ui/components/money.tsx'
import { profit as texts } from '#ui/lib/messages/desk/figures.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { productDay } from '#ui/lib/time/product-day.ts'
import { profitQuery } from '../../api/figures.ts'
import { firstDayOf, profitDays } from '../../model/figures/profit-days.ts'
import { DeskPanel } from '../desk/desk-panel.tsx'
import { PanelState } from '../desk/panel-state.tsx'
import { CHART_HEIGHT, CHART_ROWS, ProfitChart } from '../profit/profit-chart.tsx'

const RANGE = '30'

/** House profit of the last thirty days, in euros. For loading and errors see `PanelState`. */
export function ProfitPanel({ aside }: { aside: ReactNode }) {
  const today = useBusinessTime(productDay)
  const from = firstDayOf(RANGE, today)
  const query = useQuery(profitQuery({ ...(from && { from }), by: 'day' }))
  const { data } = query
  const days = data === undefined ? [] : profitDays(data, from)
  return (
    <DeskPanel
      title={texts.title}
      hint={
        data && (
          <>
            <Money amount={data.total.profit} signed toned /> {texts.inRange(texts.ranges[RANGE])}
          </>
        )
      }
      aside={aside}
    >
      <div className={CHART_HEIGHT}>
        <PanelState query={query} failed={texts.failed} expected={CHART_ROWS} />
        {days.length > 0 && <ProfitChart days={days} />}
      </div>
    </DeskPanel>
  )
}
