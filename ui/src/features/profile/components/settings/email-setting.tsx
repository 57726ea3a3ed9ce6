import { useEffect, useRef, useState } from 'react'
import type { User } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { settings } from '#ui/lib/messages/settings.ts'
import { notify } from '#ui/lib/toasts.ts'
import { EmailForm } from './email-form.tsx'
import { SettingCard } from './setting-row.tsx'

/** The user's own email address, which admins see. Changing it needs the password. */
export function EmailSetting({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <SettingCard id="email-heading" title={settings.email} hint={settings.emailHint}>
      {isOpen ? (
        <EmailForm
          email={user.email ?? null}
          onDone={(done) => {
            notify(done, 'success')
            setIsOpen(false)
          }}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-body [overflow-wrap:anywhere]">
            {user.email ?? <span className="text-muted">{settings.emailMissing}</span>}
          </p>
          <Button ref={button} onClick={() => setIsOpen(true)}>
            {user.email === undefined ? settings.addEmail : settings.changeEmail}
          </Button>
        </div>
      )}
    </SettingCard>
  )
}
