import { useState } from 'react'
import type { AdminBody } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { useAdminAction } from '../../api/dashboard.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import type { FeedbackState } from '../desk/feedback.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { ReasonField, useReason } from '../desk/reason-field.tsx'

type AccessBody =
  | Omit<Extract<AdminBody, { action: 'closeAccount' }>, 'reason'>
  | Omit<Extract<AdminBody, { action: 'erasePersonalData' }>, 'reason'>
  | Omit<Extract<AdminBody, { action: 'endSessions' }>, 'reason'>
  | Omit<Extract<AdminBody, { action: 'removeSecondFactor' }>, 'reason'>

type AccessActionProps = {
  /** The action, without its reason. */
  body: AccessBody
  label: string
  size?: 'sm' | 'md'
  /** Tells buttons with the same label apart, for screen readers. */
  about?: string
  busyLabel: string
  title: string
  description: string
  done: string
  failed: string
  feedback: FeedbackState
}

/** A button that asks for a reason and then acts; nothing for an auditor. */
export const AccessAction = (props: AccessActionProps) => (
  <ForWriters>
    <Action {...props} />
  </ForWriters>
)

function Action({ body, label, size = 'sm', about, busyLabel, feedback, ...texted }: AccessActionProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const why = useReason()
  const action = useAdminAction()
  const act = (reason: string) =>
    action.mutate(
      { ...body, reason },
      {
        onSuccess: () => {
          feedback.succeed(texted.done)
          why.reset()
        },
        onError: (error) => feedback.fail(error, texted.failed),
        onSettled: () => setIsConfirming(false),
      },
    )
  return (
    <>
      <Button size={size} variant="danger" disabled={action.isPending} onClick={() => setIsConfirming(true)}>
        {label}
        {about !== undefined && <span className="sr-only"> {about}</span>}
      </Button>
      {isConfirming && (
        <ConfirmAction
          onClose={() => setIsConfirming(false)}
          title={texted.title}
          description={texted.description}
          confirmLabel={label}
          busyLabel={busyLabel}
          busy={action.isPending}
          isDangerous
          onConfirm={() => why.submit(act)}
        >
          <ReasonField {...why.field} />
        </ConfirmAction>
      )}
    </>
  )
}
