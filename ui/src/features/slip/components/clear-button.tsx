import { Button } from '#ui/components/ui/button.tsx'
import { useSlip } from '#ui/model/slip/slip-context.ts'

export function ClearButton() {
  const { isLocked, clear } = useSlip()
  return (
    <Button variant="ghost" size="sm" onClick={clear} disabled={isLocked}>
      Clear<span className="sr-only"> bet slip</span>
    </Button>
  )
}
