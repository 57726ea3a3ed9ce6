import { Eye, EyeOff } from 'lucide-react'
import { Button } from './ui/button.tsx'

type ShowPasswordButtonProps = { label: string; isShown: boolean; onChange: (isShown: boolean) => void }

/** For the end of a password field: shows or hides what was typed. */
export function ShowPasswordButton({ label, isShown, onChange }: ShowPasswordButtonProps) {
  const Icon = isShown ? EyeOff : Eye
  return (
    <Button variant="ghost" size="icon-sm" aria-pressed={isShown} aria-label={label} onClick={() => onChange(!isShown)}>
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  )
}
