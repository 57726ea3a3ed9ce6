import type { BetAction } from '#services/contract/contract.ts'
import { settlement } from '#ui/lib/messages/desk/settlement.ts'
import { DeskCard } from '../desk/desk-page.tsx'
import { Decision } from './decision.tsx'
import { useReason } from './use-reason.ts'

export type BetToDecide = {
  readonly id: string
  readonly username: string
  readonly selection: string
  readonly action: BetAction
}

/** Voids one bet, or settles it again by the results in force. */
export function BetDecision({ bet, onDone, onClose }: { bet: BetToDecide; onDone: () => void; onClose: () => void }) {
  const { id, username, selection, action } = bet
  const why = useReason()
  return (
    <>
      <DeskCard>
        <p className="px-4 py-2.5 font-semibold text-body">
          {settlement.actions[action]}: {username}, {selection}
        </p>
      </DeskCard>
      <Decision
        what={{ action, betId: id }}
        label={settlement.actions[action]}
        why={why}
        isDangerous={action === 'voidBet'}
        onDone={onDone}
        onClose={onClose}
      />
    </>
  )
}
