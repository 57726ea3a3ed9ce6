import { useQuery } from '@tanstack/react-query'
import { Money } from '#ui/components/money.tsx'
import { ownFloat as texts } from '#ui/lib/messages/desk/own-float.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { productDay } from '#ui/lib/time/product-day.ts'
import { floatDaysQuery, floatPath } from '../../api/float.ts'
import { type OwnFloatSearch, ownFloatSearch } from '../../model/section-searches.ts'
import { type DeskSearch, useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { ExportButton } from '../desk/export-button.tsx'
import { ownError } from '../desk/server-lost.ts'
import { Tile, Tiles } from '../desk/tiles.tsx'
import { FloatDayTable } from './float-days.tsx'
import { FloatLines } from './float-lines.tsx'

const KINDS = ['deposited', 'withdrawn'] as const

/** The signed-in admin's float: its days, which are closed here, and every line of it. */
export function OwnFloatPage() {
  const { search, onSearch } = useDeskSearch(ownFloatSearch)
  return (
    <DeskPage section="own-float" actions={<ExportButton path={floatPath(search, 'csv')} name="float.csv" />}>
      <OwnFloat search={search} onSearch={onSearch} />
    </DeskPage>
  )
}

function OwnFloat({ search, onSearch }: DeskSearch<OwnFloatSearch>) {
  const today = useBusinessTime(productDay)
  const { data, error, isLoadingError } = useQuery(floatDaysQuery({ day: today }))
  const days = useQuery(floatDaysQuery({ day: search.day, before: search.before }))
  const [day] = data?.days ?? []
  return (
    <>
      {!(isLoadingError && ownError(error) !== null) && (
        <Tiles label={texts.today}>
          <Tile label={texts.balance} hint={day && texts.begins(formatEuros(day.opening))}>
            {data && <Money amount={data.balance} />}
          </Tile>
          {KINDS.map((kind) => (
            <Tile key={kind} label={texts.kinds[kind]} hint={texts.today}>
              {data && <Money amount={day?.sums[kind] ?? 0} signed />}
            </Tile>
          ))}
        </Tiles>
      )}
      <FloatDayTable search={search} onSearch={onSearch} />
      {/* Shown together with the days, so that nothing moves when their rows arrive. */}
      {!days.isPending && <FloatLines search={search} onSearch={onSearch} />}
    </>
  )
}
