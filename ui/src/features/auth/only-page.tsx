import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { signOut } from '#ui/data/auth.ts'
import { Logo } from '#ui/layout/logo.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'

type OnlyPageProps = { title: string; hint: string; children: ReactNode }

/** The only page open to a signed-in user until a task is done. The only other way out is signing out. */
export function OnlyPage({ title, hint, children }: OnlyPageProps) {
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
          <PageTitle>{title}</PageTitle>
          <p className="mt-1 mb-5 text-body text-muted">{hint}</p>
          {children}
        </div>
      </main>
    </div>
  )
}
