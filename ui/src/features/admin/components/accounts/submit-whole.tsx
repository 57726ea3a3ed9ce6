import { type ReactNode, useId } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { Feedback } from '../desk/feedback.tsx'

type SubmitWholeProps = {
  variant?: 'primary'
  /** A field is blank: the button cannot be pressed yet, and says why. */
  isIncomplete: boolean
  /** What became of the last time, in place of what is missing now. */
  feedback: string | null
  children: ReactNode
}

/** Sends a form that takes nothing half filled in; with what became of that beside it. */
export function SubmitWhole({ variant, isIncomplete, feedback, children }: SubmitWholeProps) {
  const id = useId()
  return (
    <>
      <Button
        type="submit"
        disabled={isIncomplete}
        aria-describedby={isIncomplete ? id : undefined}
        {...(variant && { variant })}
      >
        {children}
      </Button>
      {isIncomplete && (
        <p id={id} className={feedback === null ? 'text-muted text-second' : 'sr-only'}>
          {admin.fillAll}
        </p>
      )}
      <Feedback text={feedback} />
    </>
  )
}
