import { LogOut } from 'lucide-react'
import { SetUpFactor } from '#ui/components/second-factor/set-up-factor.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { signOut } from '#ui/data/auth.ts'
import { Logo } from '#ui/layout/logo.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { secondFactor } from '#ui/lib/messages/access/second-factor.ts'
import { messages } from '#ui/lib/messages.ts'
import { secondFactorSetUp } from '#ui/lib/session.ts'

/** The only page open to an admin who has to have a second factor and has none. */
export function SecondFactorPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-(--header-height) w-full max-w-[90rem] items-center justify-between gap-2 px-4 md:px-6 xl:px-12">
        <Logo />
        <Button onClick={() => void signOut()}>
          <LogOut aria-hidden="true" className="size-4" />
          {messages.auth.signOut}
        </Button>
      </header>
      <main className="mx-auto w-full max-w-[28rem] flex-1 px-4 pt-6 pb-10 md:pt-14">
        <div className="rounded-slip border border-border bg-surface p-5 md:p-6">
          <PageTitle>{secondFactor.dutyTitle}</PageTitle>
          <p className="mt-1 mb-5 text-body text-muted">{secondFactor.dutyHint}</p>
          <SetUpFactor onDone={secondFactorSetUp} />
        </div>
      </main>
    </div>
  )
}
