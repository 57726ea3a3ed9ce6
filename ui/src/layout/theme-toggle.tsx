import { Moon, Sun } from 'lucide-react'
import { Button } from '#ui/components/ui/button.tsx'
import { setTheme, useTheme } from '#ui/lib/theme.ts'

/** Switches between the dark and the light theme. */
export function ThemeToggle() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    // Hidden on a phone with letters twice as large, where it has no room; the settings have the theme too.
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
