import { Suspense, useRef, useState } from 'react'
import { BREAK_LENGTHS, BREAKS, type BreakLength, endOfBreak } from '#domain/play/play-terms.ts'
import type { PlayLimits } from '#services/contract/contract.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { useTakeBreak } from '#ui/data/play-limits.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { play } from '#ui/lib/messages/betting/play.ts'
import { businessNow } from '#ui/lib/time/business-clock.ts'
import { notify } from '#ui/lib/toasts.ts'
import { breakEnd } from '#ui/model/play/break-end.ts'
import { SettingCard } from '../settings/setting-row.tsx'

const ConfirmDialog = lazyPart(() => import('#ui/components/ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

type TakeBreakProps = { userId: string; inForce: PlayLimits['break'] }

/** Starts a break. Offers only breaks that end later than the one in force. */
export function TakeBreak({ userId, inForce }: TakeBreakProps) {
  const [asked, setAsked] = useState<{ length: BreakLength; end: string | null } | null>(null)
  const card = useRef<HTMLElement>(null)
  const taking = useTakeBreak(userId)
  const now = new Date(businessNow()).toISOString()
  const offered = BREAK_LENGTHS.filter((length) => isMore(length, endOfBreak(length, now), inForce))
  if (offered.length === 0) return null

  const take = (length: BreakLength) =>
    taking.mutate(
      { length },
      {
        onSuccess: () => notify(play.breaks.taken, 'success'),
        onSettled: () => {
          setAsked(null)
          card.current?.focus()
        },
      },
    )
  return (
    <SettingCard ref={card} id="break-heading" title={play.breaks.title} hint={play.breaks.hint}>
      <div className="flex flex-col gap-3">
        {(['time-out', 'self-exclusion'] as const).map((kind) => {
          const lengths = offered.filter((length) => BREAKS[length].kind === kind)
          return lengths.length === 0 ? null : (
            <fieldset key={kind} className="flex flex-wrap items-center gap-2">
              <legend className="mb-2 font-medium text-muted text-second">{play.breaks.names[kind]}</legend>
              {lengths.map((length) => (
                <Button
                  key={length}
                  variant={kind === 'time-out' ? 'secondary' : 'danger'}
                  onClick={() => setAsked({ length, end: endOfBreak(length, new Date(businessNow()).toISOString()) })}
                >
                  {play.breaks.lengths[length]}
                </Button>
              ))}
            </fieldset>
          )
        })}
        {taking.error && <FormError text={errorText(taking.error, play.breaks.failed)} />}
      </div>
      {asked !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            onOpenChange={() => setAsked(null)}
            title={play.breaks.confirm(BREAKS[asked.length].kind, asked.length)}
            description={play.breaks.consequence(breakEnd(asked.end))}
            confirmLabel={play.breaks.take}
            busyLabel={play.breaks.taking}
            busy={taking.isPending}
            isDangerous
            onConfirm={() => take(asked.length)}
          />
        </Suspense>
      )}
    </SettingCard>
  )
}

function isMore(length: BreakLength, end: string | null, inForce: PlayLimits['break']): boolean {
  if (inForce === null) return true
  if (inForce.until === null || (inForce.kind === 'self-exclusion' && BREAKS[length].kind === 'time-out')) return false
  return end === null || end > inForce.until
}
