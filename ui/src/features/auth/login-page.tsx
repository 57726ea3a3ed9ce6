import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Tabs } from '#ui/components/ui/tabs.tsx'
import { Footer } from '#ui/layout/footer.tsx'
import { Logo } from '#ui/layout/logo.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { secondFactor } from '#ui/lib/messages/access/second-factor.ts'
import { messages } from '#ui/lib/messages.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'
import { CredentialsForm } from './components/credentials-form.tsx'
import { ForgotPassword } from './components/forgot-password.tsx'
import type { LoginMode } from './model/credentials.ts'

const CodeStep = lazyPart(() => import('./components/code-step.tsx'))

type LoginPageProps = { mode: LoginMode; onMode: (mode: LoginMode) => void; onDone: () => void }

/** Sign-in and sign-up as two tabs, with the second step if a code is needed. */
export function LoginPage({ mode, onMode, onDone }: LoginPageProps) {
  const isNew = mode === 'create'
  const [challenge, setChallenge] = useState<string | null>(null)
  /** As typed: it need not be typed again after going back, nor to ask for a new password. */
  const [username, setUsername] = useState('')
  const { selections } = useSlip()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-(--header-height) w-full max-w-[90rem] items-center px-4 md:px-6 xl:px-12">
        <Logo />
      </header>
      <main className="mx-auto w-full max-w-[26rem] flex-1 px-4 pt-6 md:pt-14">
        <div className="rounded-slip border border-border bg-surface p-5 md:p-6">
          {challenge === null ? (
            <>
              <PageTitle>{isNew ? messages.auth.createAccount : messages.auth.signIn}</PageTitle>
              <p className="mt-1 mb-5 text-body text-muted">
                {isNew
                  ? 'All you need is a username and a password.'
                  : selections.length > 0
                    ? 'Your bet slip will be here when you come back.'
                    : 'Welcome back.'}
              </p>
              <Tabs<LoginMode>
                label="Sign in or create an account"
                variant="segment"
                value={mode}
                onValueChange={onMode}
                items={[
                  { value: 'sign-in', label: messages.auth.signIn, panel: null },
                  { value: 'create', label: messages.auth.createAccount, panel: null },
                ]}
              />
              <CredentialsForm
                mode={mode}
                username={username}
                onUsername={setUsername}
                onDone={onDone}
                onChallenge={setChallenge}
              />
              {!isNew && <ForgotPassword typed={username} />}
            </>
          ) : (
            <>
              <PageTitle>{secondFactor.signInTitle}</PageTitle>
              <p className="mt-1 mb-5 text-body text-muted">{secondFactor.signInHint}</p>
              <Suspense>
                <CodeStep challenge={challenge} onDone={onDone} onBack={() => setChallenge(null)} />
              </Suspense>
            </>
          )}
        </div>
      </main>
      <Footer />
    </div>
  )
}
