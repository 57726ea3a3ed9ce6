import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { LeagueReach } from '#services/contract/contract.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { leagues as texts } from '#ui/lib/messages/desk/games.ts'
import { leagueReachQuery } from '../../api/offer.ts'
import { ConfirmAction } from '../desk/confirm-action.tsx'
import { PanelState } from '../desk/panel-state.tsx'
import { ReasonField } from '../desk/reason-field.tsx'

type ConfirmLeagueProps = {
  league: LeagueReach['league']
  /** False: it is offered again. */
  hides: boolean
  busy: boolean
  onClose: () => void
  /** `reason`: '' if none was given. */
  onConfirm: (reason: string) => void
}

/** Asks for confirmation before a league is hidden from all bettors, or offered again, and shows what that affects. */
export function ConfirmLeague({ league, hides, busy, onClose, onConfirm }: ConfirmLeagueProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const reach = useQuery(leagueReachQuery(league.key))
  return (
    <ConfirmAction
      onClose={onClose}
      title={hides ? texts.hide(league.title) : texts.offer(league.title)}
      description={hides ? texts.hideText : texts.offerText}
      confirmLabel={hides ? admin.blacklist : admin.unblacklist}
      busyLabel={admin.updating}
      busy={busy}
      isDangerous={hides}
      onConfirm={() => void form.handleSubmit(({ reason }) => onConfirm(reason.trim()))()}
    >
      <dl aria-label={texts.reach} className="mt-4 divide-y divide-border rounded-control border border-border">
        <PanelState query={reach} failed={texts.reachFailed} expected={2} />
        {reach.data && (
          <>
            <Count of={texts.upcoming} count={reach.data.upcoming} />
            <Count of={texts.openBets} count={reach.data.openBets} />
          </>
        )}
      </dl>
      <ReasonField isOptional {...form.register('reason')} />
    </ConfirmAction>
  )
}

const Count = ({ of, count }: { of: string; count: number }) => (
  <div className="flex justify-between gap-3 px-4 py-2 text-second">
    <dt className="text-muted">{of}</dt>
    <dd className="font-medium tabular-nums">{count.toLocaleString('en-IE')}</dd>
  </div>
)
