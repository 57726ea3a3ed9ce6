import { clsx } from 'clsx'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { requests } from '#ui/lib/messages/requests.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { useSession } from '#ui/lib/session.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { SlipLine } from '../../model/slip-line.ts'
import type { SlipMessage } from '../../model/slip-message.ts'

const MoneyRequestDialog = lazyPart(() => import('#ui/components/requests/money-request-dialog.tsx'))

/** No higher than the two lines, with room around it on touch. */
const ASIDE_STYLE = 'touch-around pointer-coarse:min-h-0'

const tones = { muted: 'text-muted', warning: 'text-warning', lost: 'text-lost' } as const

/** Two lines above Place bet, reserved even without a message, so that the button never moves. */
export function MessageBox({ id, message, lines }: { id: string; message: SlipMessage | null; lines: SlipLine[] }) {
  // Only admins deposit: the button, once pressed, replaces the message with whom to ask.
  const [depositAskedAt, setDepositAskedAt] = useState<string | null>(null)
  const isDepositAsked = message !== null && message.action === 'deposit' && depositAskedAt === message.text
  return (
    <div className="flex h-9 items-center justify-between gap-3">
      <p id={id} className={clsx('line-clamp-2 min-w-0 text-second', tones[message?.tone ?? 'muted'])}>
        {!isDepositAsked && message?.text}
        <span role="status">{isDepositAsked && inSlip.contactSupport}</span>
      </p>
      {message?.action === 'accept-all' && <AcceptAll lines={lines} />}
      {message?.action === 'deposit' && (
        <DepositButton isAsked={isDepositAsked} onAsk={() => setDepositAskedAt(message.text)} />
      )}
    </div>
  )
}

/** One button in one place: the first press shows whom to ask, the second files the request. */
function DepositButton({ isAsked, onAsk }: { isAsked: boolean; onAsk: () => void }) {
  const user = useSession()?.user
  const [isRequesting, setIsRequesting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        size="sm"
        className={ASIDE_STYLE}
        onClick={() => (isAsked ? setIsRequesting(true) : onAsk())}
      >
        {isAsked ? requests.ask : 'Deposit'}
      </Button>
      {isRequesting && user !== undefined && (
        <Suspense fallback={null}>
          <MoneyRequestDialog
            kind="deposit"
            user={user}
            onClose={() => {
              setIsRequesting(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function AcceptAll({ lines }: { lines: SlipLine[] }) {
  const { acceptOdds } = useSlipEditor()
  const changes = lines.flatMap(({ selection, offeredOdds }): [string, string][] =>
    offeredOdds === null ? [] : [[selection.betKey, offeredOdds]],
  )
  return (
    <Button size="sm" className={ASIDE_STYLE} onClick={() => acceptOdds(Object.fromEntries(changes))}>
      Accept all
    </Button>
  )
}
