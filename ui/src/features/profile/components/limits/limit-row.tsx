import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import type { PlayLimit } from '#services/contract/contract.ts'
import { FormError } from '#ui/components/form-error.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { useSetLimit } from '#ui/data/play-limits.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { play } from '#ui/lib/messages/betting/play.ts'
import { formatEuros, toCents } from '#ui/lib/money.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { notify } from '#ui/lib/toasts.ts'
import { LimitForm } from './limit-form.tsx'

/** One limit: its amount, how much of it is used, a pending increase, and the form that changes it. */
export function LimitRow({ limit, userId }: { limit: PlayLimit; userId: string }) {
  const { kind, period, amount, pending } = limit
  const [isEditing, setIsEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const setLimit = useSetLimit(userId)
  const name = play.nameOf(kind, period)

  const close = () => {
    setIsEditing(false)
    // The button that had the focus is gone.
    row.current?.focus()
  }
  const send = (next: number | null) =>
    setLimit.mutate(
      { kind, period, amount: next },
      {
        onSuccess: ({ limits }) => {
          const now = limits.find((one) => one.kind === kind && one.period === period)
          if (now?.pending) notify(play.savedLater(formatDayTime(now.pending.effectiveAt)), 'success')
          else notify(pending === null ? play.saved : play.withdrawn, 'success')
          close()
        },
      },
    )

  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-label={name}
      className="flex flex-col gap-2 py-3 outline-none first:pt-0 last:pb-0"
    >
      <div className="flex min-h-11 items-center justify-between gap-3 max-[20rem]:flex-wrap">
        <div className="min-w-0">
          <p className="font-medium text-body">
            {play.periods[period]}{' '}
            <span className={clsx('ml-1', amount === null ? 'font-normal text-muted' : 'tabular-nums')}>
              {amount === null ? play.none : formatEuros(amount)}
            </span>
          </p>
          <p className="text-muted text-second tabular-nums" title={timeZoneName()}>
            {usage(limit)}
          </p>
        </div>
        {!isEditing && (
          <Button onClick={() => setIsEditing(true)} aria-label={`${actionOf(amount)}: ${name}`}>
            {actionOf(amount)}
          </Button>
        )}
      </div>
      {amount !== null && <UsedBar limit={limit} />}
      {pending !== null && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 text-second">
          <p title={timeZoneName()}>
            {play.pending(
              pending.amount === null ? null : formatEuros(pending.amount),
              formatDayTime(pending.effectiveAt),
            )}
          </p>
          <Button
            size="sm"
            busy={setLimit.isPending && !isEditing}
            onClick={() => send(amount)}
            aria-label={`${play.withdraw}: ${name}`}
          >
            {play.withdraw}
          </Button>
        </div>
      )}
      {isEditing && (
        <LimitForm name={name} hasLimit={amount !== null} busy={setLimit.isPending} onSave={send} onCancel={close} />
      )}
      {setLimit.error && <FormError text={errorText(setLimit.error, play.saveFailed)} />}
    </li>
  )
}

const actionOf = (amount: number | null): string => (amount === null ? play.set : play.change)

/** '€10.00 staked, €15.50 left, until Sat 21 Nov 00:00' */
function usage({ kind, used, left, periodEnds }: PlayLimit): string {
  const parts = [used < 0 ? play.ahead(formatEuros(-used)) : play.used(kind, formatEuros(used))]
  if (left !== null) parts.push(play.left(formatEuros(left)))
  return [...parts, play.until(formatDayTime(periodEnds))].join(', ')
}

/** Decorative: the figures beside it say the same. */
function UsedBar({ limit: { used, amount } }: { limit: PlayLimit }) {
  const share = Math.min(100, Math.max(0, Math.round((100 * toCents(used)) / toCents(amount ?? 0))))
  return (
    <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="h-1.5 w-full rounded-full">
      <rect width="100" height="1" className="fill-raised" />
      <rect width={share} height="1" className={share === 100 ? 'fill-warning' : 'fill-accent'} />
    </svg>
  )
}
