import { LogOut } from 'lucide-react'
import { chipStyle } from '#ui/components/filter-chips.tsx'
import { PasswordForm } from '#ui/components/password-form.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { messages } from '#ui/lib/messages.ts'
import { setTheme, type Theme, useTheme } from '#ui/lib/theme.ts'

const rowStyle = 'flex flex-wrap items-center justify-between gap-3 rounded-card border border-border bg-surface p-4'

export function Settings() {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <ThemeSetting />
      <PasswordSetting />
      <SessionSetting />
    </div>
  )
}

const themes: { value: Theme; label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
]

function ThemeSetting() {
  const theme = useTheme()
  return (
    <div className={rowStyle}>
      <p aria-hidden="true" className="font-medium text-body">
        Theme
      </p>
      <fieldset className="flex gap-2">
        <legend className="sr-only">Theme</legend>
        {themes.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={theme === value}
            onClick={() => setTheme(value)}
            className={chipStyle(theme === value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function PasswordSetting() {
  return (
    <section className="rounded-card border border-border bg-surface p-4" aria-labelledby="password-heading">
      <h2 id="password-heading" className="font-medium text-body">
        Password
      </h2>
      <p className="mb-4 text-muted text-second">Changing it signs you out everywhere but here.</p>
      <div className="max-w-[26rem]">
        <PasswordForm />
      </div>
    </section>
  )
}

function SessionSetting() {
  const signOut = useSignOut()
  return (
    <div className={rowStyle}>
      <div>
        <p className="font-medium text-body">Session</p>
        <p className="text-muted text-second">Signing out removes your account data from this browser.</p>
      </div>
      <Button variant="danger" onClick={() => void signOut()}>
        <LogOut aria-hidden="true" className="size-4" />
        {messages.auth.signOut}
      </Button>
    </div>
  )
}
