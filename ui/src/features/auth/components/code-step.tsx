import { FactorForm } from '#ui/components/second-factor/factor-form.tsx'
import { completeSignIn } from '#ui/data/sign-in.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { secondFactor as texts } from '#ui/lib/messages/access/second-factor.ts'
import { notify } from '#ui/lib/toasts.ts'

type CodeStepProps = { challenge: string; onDone: () => void; onBack: () => void }

/** The second step of a sign-in: a code of the app, or a recovery code. */
export default function CodeStep({ challenge, onDone, onBack }: CodeStepProps) {
  return (
    <FactorForm
      label={texts.signInTitle}
      code="any"
      submitLabel={texts.signIn}
      busyLabel={texts.signingIn}
      onSubmit={({ code }) => completeSignIn(challenge, code)}
      onDone={onDone}
      onError={(error) => {
        const isTooLate = error instanceof ApiError && error.code === 'challenge_expired'
        if (isTooLate) {
          notify(texts.tooLate, 'error')
          onBack()
        }
        return isTooLate
      }}
      onCancel={onBack}
      cancelLabel={texts.back}
    >
      <p className="text-muted text-second">{texts.signInRecovery}</p>
    </FactorForm>
  )
}
