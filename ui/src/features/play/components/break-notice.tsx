import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { limitsQuery } from '#ui/data/play-limits.ts'
import { play } from '#ui/lib/messages/betting/play.ts'
import { useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { breakEnd } from '#ui/model/play/break-end.ts'

/**
 * Shown after each sign-in and each load to a bettor who is taking a break; otherwise nothing. Over the page, so that
 * nothing moves, and above the slip on a phone.
 */
export function BreakNotice({ userId }: { userId: string }) {
  const taken = useQuery(limitsQuery(userId)).data?.break ?? null
  const [isClosed, setIsClosed] = useState(false)
  const isOver = useBusinessTime((now) => taken !== null && taken.until !== null && Date.parse(taken.until) <= now)
  if (taken === null || isOver || isClosed) return null
  const { kind, until } = taken
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-[min(var(--bottom-nav-height)+env(safe-area-inset-bottom)+var(--overlay-height)+1rem,100dvh-var(--header-height)-8rem)] z-30 mx-auto flex max-w-[34rem] items-start gap-3 rounded-card border border-strong bg-surface py-3 pr-2 pl-4 shadow-float"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-body">{play.inForce[kind](breakEnd(until))}</p>
        <p className="text-muted text-second">
          {until === null ? play.noBetsEver : play.noBets}{' '}
          <Link
            to="/profile"
            search={{ tab: 'limits' }}
            className="inline-block text-text underline underline-offset-2 hover:text-accent"
          >
            {play.toLimits}
          </Link>
        </p>
      </div>
      <Button variant="ghost" size="icon-sm" aria-label={play.close} onClick={() => setIsClosed(true)}>
        <X aria-hidden="true" className="size-4" />
      </Button>
    </div>
  )
}
