import { LogOut } from 'lucide-react'
import type { User } from '#services/contract/contract.ts'
import { PasswordForm } from '#ui/components/password-form.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { messages } from '#ui/lib/messages.ts'
import { AskForClosing } from './settings/ask-for-closing.tsx'
import { ClosingSetting } from './settings/closing-setting.tsx'
import { DisplayChoices } from './settings/display-choices.tsx'
import { EmailSetting } from './settings/email-setting.tsx'
import { ExportSetting } from './settings/export-setting.tsx'
import { SecondFactorSetting } from './settings/second-factor-setting.tsx'
import { Sessions } from './settings/sessions.tsx'
import { SettingCard, SettingRow } from './settings/setting-row.tsx'

/** The settings tab. Auditors have no email address, and do not close their account. */
export function Settings({ user }: { user: User }) {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <DisplayChoices />
      {!user.read_only && <EmailSetting user={user} />}
      <PasswordSetting />
      <SecondFactorSetting userId={user.id} />
      <Sessions userId={user.id} />
      <ExportSetting user={user} />
      {user.is_admin ? !user.read_only && <AskForClosing userId={user.id} /> : <ClosingSetting userId={user.id} />}
      <SignOutSetting />
    </div>
  )
}

function PasswordSetting() {
  return (
    <SettingCard id="password-heading" title="Password" hint="Changing it signs you out everywhere but here.">
      <div className="max-w-[26rem]">
        <PasswordForm />
      </div>
    </SettingCard>
  )
}

function SignOutSetting() {
  const signOut = useSignOut()
  return (
    <SettingRow>
      <div>
        <p className="font-medium text-body">Session</p>
        <p className="text-muted text-second">Signing out removes your account data from this browser.</p>
      </div>
      <Button variant="danger" onClick={() => void signOut()}>
        <LogOut aria-hidden="true" className="size-4" />
        {messages.auth.signOut}
      </Button>
    </SettingRow>
  )
}
