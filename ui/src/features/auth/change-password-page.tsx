import { LogOut } from 'lucide-react'
import { PasswordForm } from '#ui/components/password-form.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { signOut } from '#ui/data/auth.ts'
import { Logo } from '#ui/layout/logo.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'

/** The only page open to a visitor who signed in with a generated password. */
export function ChangePasswordPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-(--header-height) w-full max-w-[90rem] items-center justify-between gap-2 px-4 md:px-6 xl:px-12">
        <Logo />
        <Button onClick={() => void signOut()}>
          <LogOut aria-hidden="true" className="size-4" />
          {messages.auth.signOut}
        </Button>
      </header>
      <main className="mx-auto w-full max-w-[26rem] flex-1 px-4 pt-6 pb-10 md:pt-14">
        <div className="rounded-slip border border-border bg-surface p-5 md:p-6">
          <PageTitle>{messages.auth.choosePassword}</PageTitle>
          <p className="mt-1 mb-5 text-body text-muted">{messages.auth.passwordGenerated}</p>
          <PasswordForm />
        </div>
      </main>
    </div>
  )
}
