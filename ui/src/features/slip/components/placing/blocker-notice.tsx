import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { useSlipEditor } from '#ui/model/slip/slip-context.ts'
import type { Blocker } from '../../model/placement-rules.ts'
import type { SlipLine } from '../../model/slip-line.ts'

const tones: Partial<Record<Blocker['code'], string>> = {
  odds: 'text-warning',
  funds: 'text-lost',
  stake: 'text-lost',
}

interface BlockerNoticeProps {
  id: string
  blocker: Blocker
  lines: SlipLine[]
  isMuted: boolean
}

/** Why the slip cannot be placed, with the action that helps. */
export function BlockerNotice({ id, blocker, lines, isMuted }: BlockerNoticeProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <p id={id} className={clsx('text-second', isMuted ? 'text-muted' : (tones[blocker.code] ?? 'text-muted'))}>
        {blocker.text}
      </p>
      {blocker.code === 'odds' && <AcceptAll lines={lines} />}
      {blocker.code === 'funds' && <DepositButton />}
    </div>
  )
}

function AcceptAll({ lines }: { lines: SlipLine[] }) {
  const { acceptOdds } = useSlipEditor()
  const changes = lines.flatMap(({ selection, offeredOdds }): [string, string][] =>
    offeredOdds === null ? [] : [[selection.betKey, offeredOdds]],
  )
  if (changes.length < 2) return null
  return (
    <Button size="sm" onClick={() => acceptOdds(Object.fromEntries(changes))}>
      Accept all
    </Button>
  )
}

/** Only admins deposit: the button says whom to ask. */
function DepositButton() {
  const [isPressed, setIsPressed] = useState(false)
  if (isPressed) {
    return (
      <p role="status" className="max-w-[11rem] shrink-0 text-right text-second">
        {messages.slip.contactSupport}
      </p>
    )
  }
  return (
    <Button size="sm" onClick={() => setIsPressed(true)}>
      Deposit
    </Button>
  )
}
