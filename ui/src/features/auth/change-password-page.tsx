import { PasswordForm } from '#ui/components/password-form.tsx'
import { messages } from '#ui/lib/messages.ts'
import { OnlyPage } from './only-page.tsx'

/** For users who signed in with a generated password. */
export function ChangePasswordPage() {
  return (
    <OnlyPage title={messages.auth.choosePassword} hint={messages.auth.passwordGenerated}>
      <PasswordForm />
    </OnlyPage>
  )
}
