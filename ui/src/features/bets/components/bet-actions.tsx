import { Suspense, useState } from 'react'
import type { Bet, BetLeg } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { betName } from '../model/settlement-text.ts'
import { useBetAgain } from '../model/use-bet-again.ts'

const HistoryDialog = lazyPart(() => import('./history-dialog.tsx'))

/** The buttons of a bet. 'Bet again' is missing if all its games are over. */
export function BetActions({ bet, legs }: { bet: Bet; legs: BetLeg[] }) {
  const { isOver, isBusy, missing, isGone, again } = useBetAgain(legs)
  const reasonId = `missing-${bet.id}`
  return (
    <div className="-mr-3 ml-auto flex shrink-0 items-center gap-1 max-[20rem]:shrink">
      {missing !== null && (
        <span id={reasonId} role="status" className="text-label text-muted">
          {missing}
        </span>
      )}
      <HistoryButton bet={bet} />
      {!isOver && (
        <Button
          size="sm"
          variant="ghost"
          className="disabled:opacity-50"
          disabled={isGone}
          busy={isBusy}
          aria-describedby={missing === null ? undefined : reasonId}
          onClick={() => void again()}
        >
          Bet again<span className="sr-only"> on {betName(bet)}</span>
        </Button>
      )}
    </div>
  )
}

/** The dialog's code loads with the first press. */
function HistoryButton({ bet }: { bet: Bet }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isLoaded, setIsLoaded] = useState(false)
  const open = () => {
    setIsLoaded(true)
    setIsOpen(true)
  }
  return (
    <>
      <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={open}>
        History<span className="sr-only"> of {betName(bet)}</span>
      </Button>
      {isLoaded && (
        <Suspense fallback={null}>
          <HistoryDialog bet={bet} open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}
