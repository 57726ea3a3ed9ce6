import { Button } from '#ui/components/ui/button.tsx'
import { useSlip } from '#ui/model/slip/slip-context.ts'
import { focusNext } from '../model/focus/focus-next.ts'

/** Empties the slip; off while it is locked. */
export function ClearButton() {
  const { isLocked, clear } = useSlip()
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={({ currentTarget }) => {
        clear()
        focusNext(currentTarget, '[data-slip-remove]', 0)
      }}
      disabled={isLocked}
    >
      Clear<span className="sr-only"> bet slip</span>
    </Button>
  )
}
