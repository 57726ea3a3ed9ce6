import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { alerts as texts } from '#ui/lib/messages/desk/figures.ts'

const Runbook = lazyPart(() => import('./runbook.tsx'))

/** Opens a runbook. The dialog's code and the text load with the first press. */
export function RunbookButton({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {texts.runbook}
        <span className="sr-only">: {name}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Runbook name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
