import { useQuery } from '@tanstack/react-query'
import { LIMIT_KINDS } from '#domain/play/play-terms.ts'
import type { PlayLimits } from '#services/contract/contract.ts'
import { QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { limitsQuery } from '#ui/data/play-limits.ts'
import { errorText } from '#ui/lib/http/api-error.ts'
import { play } from '#ui/lib/messages/betting/play.ts'
import { SettingCard } from '../settings/setting-row.tsx'
import { BreakInForce } from './break-in-force.tsx'
import { LimitRow } from './limit-row.tsx'
import { RealityCheckChoice } from './reality-check-choice.tsx'
import { TakeBreak } from './take-break.tsx'

/**
 * The bettor's own controls: limits on stakes and losses in euros, breaks, the reality check. For loading and errors
 * see `QueryState`.
 */
export function LimitsPanel({ userId }: { userId: string }) {
  const query = useQuery(limitsQuery(userId))
  return (
    <div className="opens-in-order flex flex-col gap-3 pt-4">
      <QueryState
        query={query}
        loading={play.loading}
        skeleton={<Skeletons count={2} className="mb-3 h-[18rem] rounded-card" />}
        errorMessage={(error) => errorText(error, play.failed)}
      >
        {(limits) => <Limits limits={limits} userId={userId} />}
      </QueryState>
      <RealityCheckChoice />
    </div>
  )
}

function Limits({ limits: { limits, break: taken }, userId }: { limits: PlayLimits; userId: string }) {
  return (
    <>
      {taken && <BreakInForce taken={taken} />}
      <p className="text-muted text-second">{play.limitsHint}</p>
      <div className="grid gap-3 xl:grid-cols-2">
        {LIMIT_KINDS.map((kind) => (
          <SettingCard key={kind} id={`${kind}-limits`} title={play.limits[kind].title} hint={play.limits[kind].hint}>
            <ul className="flex flex-col divide-y divide-border">
              {limits
                .filter((limit) => limit.kind === kind)
                .map((limit) => (
                  <LimitRow key={limit.period} limit={limit} userId={userId} />
                ))}
            </ul>
          </SettingCard>
        ))}
      </div>
      <TakeBreak userId={userId} inForce={taken} />
    </>
  )
}
