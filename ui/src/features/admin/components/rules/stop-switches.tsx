import { clsx } from 'clsx'
import { useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import type { Stop } from '../../api/rules.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { ForWriters, useReadsOnly } from '../desk/for-writers.tsx'
import { ConfirmStop, type Turn } from './confirm-stop.tsx'
import { StopEvent } from './stop-event.tsx'

type StopSwitchesProps = {
  /** Undefined until the first reply. */
  stops: readonly Stop[] | undefined
  /** They could not be loaded: betting can also be stopped when nobody can say what is stopped already. */
  isUnknown: boolean
}

/** The stops in force, and the switches. */
export function StopSwitches({ stops, isUnknown }: StopSwitchesProps) {
  const [turn, setTurn] = useState<Turn | null>(null)
  const feedback = useFeedback()
  const readsOnly = useReadsOnly()
  const isAllStopped = stops?.some(({ eventId }) => eventId === null) ?? !isUnknown
  return (
    <DeskCard>
      <section aria-label={rules.stops} className="flex flex-col gap-3 p-4">
        {/* For those who have its button as high as that, whether or not it is shown. */}
        <div
          className={clsx(
            'flex flex-wrap items-center justify-between gap-3',
            !readsOnly && 'min-h-10 pointer-coarse:min-h-11',
          )}
        >
          <h2 className="text-section">{rules.stops}</h2>
          <div className="flex flex-wrap items-center gap-2">
            <Feedback text={feedback.text} />
            {!isAllStopped && !readsOnly && (
              <Button variant="danger" onClick={() => setTurn({ stops: true, what: rules.all, scope: {} })}>
                {rules.stop} {rules.all.toLowerCase()}
              </Button>
            )}
          </div>
        </div>
        <p className="text-muted text-second">{rules.stopsHint}</p>
        {stops === undefined && !isUnknown && <Skeleton className="h-5 w-48" />}
        {stops?.length === 0 && <p className="text-body">{rules.noStops}</p>}
        <ul className="flex flex-col divide-y divide-border empty:hidden">
          {stops?.map((stop) => (
            <li
              key={`${stop.eventId} ${stop.market}`}
              className="flex min-h-11 items-center justify-between gap-3 py-1"
            >
              <span className="min-w-0">
                <span className="block font-semibold text-body">{rules.stopped(nameOf(stop))}</span>
                <span className="block text-muted text-second">
                  {rules.since(formatDayTime(stop.at), stop.by ?? rules.environment)}
                  {stop.reason === null ? '' : ` · ${stop.reason}`}
                </span>
              </span>
              <ForWriters>
                <Button
                  size="sm"
                  aria-label={`${rules.resume}: ${nameOf(stop)}`}
                  onClick={() => setTurn({ stops: false, what: nameOf(stop), scope: scopeOf(stop) })}
                >
                  {rules.resume}
                </Button>
              </ForWriters>
            </li>
          ))}
        </ul>
        <ForWriters>
          <StopEvent onStop={(what, scope) => setTurn({ stops: true, what, scope })} />
        </ForWriters>
      </section>
      {turn !== null && (
        <ConfirmStop
          turn={turn}
          onClose={() => setTurn(null)}
          onDone={(tell) => {
            tell(feedback)
            setTurn(null)
          }}
        />
      )}
    </DeskCard>
  )
}

function nameOf({ eventId, event, market }: Stop): string {
  if (eventId === null) return rules.all
  return market === null ? (event ?? eventId) : `${event ?? eventId}, ${marketName(market)}`
}

const scopeOf = ({ eventId, market }: Stop): Turn['scope'] => ({
  ...(eventId === null ? {} : { eventId }),
  ...(market === null ? {} : { market }),
})
