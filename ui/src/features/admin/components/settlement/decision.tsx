import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettlementDone, SettlementPreview } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { type PreviewedAction, previewQuery } from '../../api/settlement.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { Feedback, succeeded, useFeedback } from '../desk/feedback.tsx'
import { ReasonField } from '../desk/reason-field.tsx'
import { PreviewTables } from './preview-tables.tsx'
import type { useReason } from './use-reason.ts'

type DecisionProps = {
  what: PreviewedAction
  /** The text of the button: 'Void the event'. */
  label: string
  /** Belongs to the form above: another choice there is another preview, but has the same reason. */
  why: ReturnType<typeof useReason>
  isDangerous?: boolean
  onDone?: () => void
  /** Shown in the button's place after the decision. */
  onClose?: () => void
}

/**
 * What a decision would move, the field for its reason, and the button that names the amount. The server refuses it if
 * anything has changed since the preview. Once carried out it stays as it is, with the server's text in the button's
 * place.
 */
export function Decision({ what, label, why, isDangerous = false, onDone, onClose }: DecisionProps) {
  const feedback = useFeedback()
  const action = useAdminAction<SettlementDone>()
  /** What was shown when the decision was sent. From then on it stays, whatever a preview would show. */
  const [sent, setSent] = useState<SettlementPreview | null>(null)
  // After the decision, a preview would show that nothing moves.
  const query = useQuery({ ...previewQuery(what), enabled: !action.isPending && !action.isSuccess })
  const preview = sent ?? query.data
  const decide = () => {
    if (preview === undefined || !why.isGiven()) return
    setSent(preview)
    action.mutate(
      { ...what, preview: preview.fingerprint, reason: why.reason },
      {
        onSuccess: () => onDone?.(),
        onError: (error) => {
          setSent(null)
          feedback.fail(error, settlement.actionFailed)
          if (error instanceof ApiError && error.code === 'preview_changed') void query.refetch()
        },
      },
    )
  }
  const isApproval = what.action === 'approveSettlement'
  const isAsking = preview?.needsApproval === true && !isApproval
  const outcome =
    preview && (preview.nothing ? settlement.nothing : settlement.summary(preview.total.getting, preview.total.giving))
  return (
    <>
      <PreviewTables preview={preview} query={query} />
      {/* Screen readers do not announce tables that appear or change. */}
      <p role="status" className="sr-only">
        {preview !== undefined && !action.isSuccess && `${settlement.moves(formatEuros(preview.moves))} ${outcome}`}
      </p>
      {preview !== undefined && (
        <DeskCard>
          <form
            noValidate
            aria-label={label}
            className="grid gap-x-6 px-4 pb-4 md:grid-cols-2"
            onSubmit={(event) => {
              event.preventDefault()
              decide()
            }}
          >
            <ReasonField {...why.field} disabled={action.isSuccess} />
            <div className="mt-4 flex flex-col items-start gap-2">
              <p className="text-second">
                <span className="font-semibold">{settlement.moves(formatEuros(preview.moves))}</span>{' '}
                <span className="text-muted">
                  {isAsking
                    ? settlement.second(formatEuros(preview.above))
                    : !isApproval && settlement.alone(formatEuros(preview.above))}
                </span>
              </p>
              <p className="text-muted text-second">
                {outcome} {preview.later > 0 && settlement.later(formatEuros(preview.later))}{' '}
                {preview.total.becomesOwed > 0 && settlement.becomesOwed(formatEuros(preview.total.becomesOwed))}
              </p>
              <div className="flex flex-wrap items-center gap-2">
                {!action.isSuccess && (
                  <Button
                    type="submit"
                    variant={isDangerous ? 'danger' : 'primary'}
                    busy={action.isPending}
                    disabled={action.isPending}
                  >
                    {isAsking ? settlement.ask : settlement.confirm(label, formatEuros(preview.moves))}
                  </Button>
                )}
                <Feedback text={action.isSuccess ? succeeded(action.data.message) : feedback.text} />
                {action.isSuccess && onClose !== undefined && (
                  <Button variant="ghost" onClick={onClose}>
                    {settlement.close}
                  </Button>
                )}
              </div>
            </div>
          </form>
        </DeskCard>
      )}
    </>
  )
}
