import { Link } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { useSession } from '#ui/lib/session.ts'
import { type BetSubmission, readSubmissions } from '#ui/model/slip/pending-submissions.ts'
import { selectionText } from '#ui/model/slip/selection.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { PlacementActions } from '../../model/placing/use-placement.ts'

/** Shown instead of the slip while submitted bets have no answer: retry, or stop waiting. */
export function UnansweredBets({ actions }: { actions: PlacementActions }) {
  const { placement } = useSlipEditor()
  const accountId = useSession()?.user.id ?? ''
  const submissions = readSubmissions(accountId)
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto border-border border-t p-4">
        <div className="flex gap-3">
          <CircleHelp aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" />
          <p className="text-muted text-second">
            We do not know yet whether {submissions.length > 1 ? 'these bets were' : 'this bet was'} placed. If you stop
            waiting, check{' '}
            <Link to="/my-bets" className="text-text underline underline-offset-2">
              My Bets
            </Link>{' '}
            before you bet again.
          </p>
        </div>
        <ul className="rounded-control border border-border bg-inset">
          {submissions.map((submission) => (
            <SubmissionItem key={submission.key} submission={submission} />
          ))}
        </ul>
        <Button variant="ghost" onClick={actions.giveUp}>
          Stop waiting
        </Button>
      </div>
      <div className="flex shrink-0 flex-col gap-1.5 border-border border-t px-4 pt-2.5 pb-3">
        <p className="h-9 text-second">
          <span className="block truncate text-lost">{placement.error ?? inSlip.notConfirmed}</span>
          <span className="block truncate text-muted">{inSlip.neverTwice}</span>
        </p>
        <Button variant="primary" size="lg" data-slip-place="" onClick={actions.retry}>
          Try again
        </Button>
      </div>
    </>
  )
}

function SubmissionItem({ submission: { body } }: { submission: BetSubmission }) {
  const picks = body.is_parlay ? body.legs : [body]
  const title = picks.map(({ selection, point = null }) => selectionText({ selection, point })).join(', ')
  return (
    <li className="flex justify-between gap-3 border-border border-t px-3 py-2.5 first:border-t-0">
      <span className="min-w-0">
        <span className="block font-medium text-body">{title}</span>
        <span className="block text-muted text-second">{body.game}</span>
      </span>
      <span className="shrink-0 text-right">
        <Money amount={body.bet_amount} className="block font-semibold text-body" />
        <span className="block text-muted text-second">at {formatOdds(Number(body.odd))}</span>
      </span>
    </li>
  )
}
