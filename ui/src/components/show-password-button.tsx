import { Eye, EyeOff } from 'lucide-react'
import { Button } from './ui/button.tsx'

type ShowPasswordButtonProps = { label: string; isShown: boolean; onChange: (isShown: boolean) => void }

/** Shows or hides the password; for the end of a password field. */
export function ShowPasswordButton({ label, isShown, onChange }: ShowPasswordButtonProps) {
  const Icon = isShown ? EyeOff : Eye
  return (
    <Button variant="ghost" size="icon-sm" aria-pressed={isShown} aria-label={label} onClick={() => onChange(!isShown)}>
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  )
}
