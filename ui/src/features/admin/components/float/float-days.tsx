import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FLOAT_KINDS } from '#domain/float/float-kinds.ts'
import type { FloatDay } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { ownFloat as texts } from '#ui/lib/messages/desk/own-float.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { dayText, productDay } from '#ui/lib/time/product-day.ts'
import { floatDaysQuery } from '../../api/float.ts'
import type { OwnFloatSearch } from '../../model/section-searches.ts'
import type { DeskSearch } from '../../model/use-desk-search.ts'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { DayFilter } from '../desk/filters/date-filter.tsx'
import { FilterBar } from '../desk/filters/filter-bar.tsx'
import { numberText } from '../desk/sentence.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { CloseDay } from './close-day.tsx'

/**
 * The business days of the float, in euros: opening balance, sums by kind, closing balance. They add up. For loading,
 * empty and errors see `DeskTable`.
 */
export function FloatDayTable({ search, onSearch }: DeskSearch<OwnFloatSearch>) {
  const { day, before } = search
  const query = useQuery(floatDaysQuery({ day, before }))
  const today = useBusinessTime(productDay)
  const feedback = useFeedback()
  const [asking, setAsking] = useState<FloatDay | null>(null)
  return (
    <>
      <DeskTable
        label={texts.days}
        columns={columnsOf(today, setAsking)}
        rows={query.data?.days}
        rowKey={(one) => one.day}
        query={query}
        expected={5}
        failed={texts.daysFailed}
        empty={day === undefined ? { text: texts.noDays, hint: texts.noDaysHint } : { text: texts.noSuchDay }}
        keys={{
          newer: before === undefined ? null : '',
          older: query.data?.next ?? null,
          onKey: (next) => onSearch({ ...search, before: next || undefined }),
        }}
        top={
          <>
            <div className="flex flex-wrap items-baseline gap-x-2 px-4 pt-2.5">
              <h2 className="text-section">{texts.days}</h2>
              <p className="text-muted text-second">{texts.daysHint}</p>
              <Feedback text={feedback.text} />
            </div>
            <FilterBar isFiltered={day !== undefined} onClear={() => onSearch({ ...search, day: undefined })}>
              <DayFilter
                label={texts.day}
                value={day}
                onChange={(next) => onSearch({ ...search, day: next, before: undefined })}
              />
            </FilterBar>
          </>
        }
      />
      {asking !== null && <CloseDay day={asking} feedback={feedback} onClose={() => setAsking(null)} />}
    </>
  )
}

const columnsOf = (today: string, onClose: (day: FloatDay) => void): readonly Column<FloatDay>[] => [
  {
    key: 'day',
    title: texts.day,
    isName: true,
    cell: ({ day }) => (
      <time dateTime={day} className="whitespace-nowrap font-medium">
        {dayText(day)}
      </time>
    ),
  },
  { key: 'opening', title: texts.opening, isFigure: true, cell: ({ opening }) => <Money amount={opening} /> },
  ...FLOAT_KINDS.map(
    (kind): Column<FloatDay> => ({
      key: kind,
      title: texts.kinds[kind],
      isFigure: true,
      cell: ({ sums }) => (sums[kind] === 0 ? null : <Money amount={sums[kind]} signed />),
    }),
  ),
  {
    key: 'closing',
    title: texts.closing,
    isFigure: true,
    cell: ({ closing }) => <Money amount={closing} className="font-semibold" />,
  },
  {
    key: 'state',
    title: texts.state,
    isAction: true,
    cell: (day) =>
      day.closed !== null ? (
        <span className="text-muted text-second">
          {texts.closed(formatDayTime(day.closed.at), numberText(day.closed.number))}
        </span>
      ) : day.closable ? (
        <Button size="sm" aria-label={texts.closeOf(dayText(day.day))} onClick={() => onClose(day)}>
          {texts.close}
        </Button>
      ) : (
        <span className="text-muted text-second">{day.day >= today ? texts.open : texts.tooOld}</span>
      ),
  },
]
