import { Suspense, useRef, useState } from 'react'
import type { User } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { requests } from '#ui/lib/messages/requests.ts'

const MoneyRequestDialog = lazyPart(() => import('#ui/components/requests/money-request-dialog.tsx'))

/** The two buttons below the balance. An account that is closing takes no deposit. */
export function MoneyRequests({ user, isClosing }: { user: User; isClosing: boolean }) {
  const [kind, setKind] = useState<'deposit' | 'pay-out' | null>(null)
  const pressed = useRef<HTMLButtonElement | null>(null)
  const open = (next: 'deposit' | 'pay-out') => (event: { currentTarget: HTMLButtonElement }) => {
    pressed.current = event.currentTarget
    setKind(next)
  }
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {!isClosing && <Button onClick={open('deposit')}>{requests.askDeposit}</Button>}
      <Button onClick={open('pay-out')}>{requests.askPayOut}</Button>
      {kind !== null && (
        <Suspense fallback={null}>
          <MoneyRequestDialog
            kind={kind}
            user={user}
            onClose={() => {
              setKind(null)
              pressed.current?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
