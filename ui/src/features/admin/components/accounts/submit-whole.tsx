import { type ReactNode, useId } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { Feedback } from '../desk/feedback.tsx'

type SubmitWholeProps = {
  variant?: 'primary'
  /** A field is blank: the button cannot be pressed, and says why. */
  isIncomplete: boolean
  /** The outcome of the last attempt, instead of what is missing now. */
  feedback: string | null
  children: ReactNode
}

/** The submit button of a form that must be complete, with its outcome beside it. */
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
