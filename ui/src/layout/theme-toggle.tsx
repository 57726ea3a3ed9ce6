import { Moon, Sun } from 'lucide-react'
import { Button } from '#ui/components/ui/button.tsx'
import { setTheme, useTheme } from '#ui/lib/theme.ts'

export function ThemeToggle() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    // no room beside letters twice as large on a phone: it is among the settings, too
    <Button
      size="icon"
      className="max-[20rem]:hidden"
      aria-label={`Switch to ${next} theme`}
      onClick={() => setTheme(next)}
    >
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  )
}
