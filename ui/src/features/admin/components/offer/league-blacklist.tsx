import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Done, LeagueBlacklist as Leagues } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { leagueBlacklistQuery } from '../../api/offer.ts'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'

type League = Leagues['availableLeagues'][number]

export function LeagueBlacklistPage() {
  return (
    <DeskPage section="league-blacklist">
      <DeskCard>
        <LeagueBlacklist />
      </DeskCard>
    </DeskPage>
  )
}

/** Leagues that are offered and leagues that are not: what is blacklisted is hidden everywhere, its open bets stand. */
export function LeagueBlacklist() {
  const [isLoaded, setIsLoaded] = useState(false)
  const query = useQuery({ ...leagueBlacklistQuery(), enabled: isLoaded })
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof Done>>()
  const change = (kind: 'blacklist' | 'unblacklist', { key }: League) =>
    action.mutate(
      { action: kind, leagueKey: key },
      {
        onSuccess: (reply) => feedback.succeed(reply.message ?? key),
        onError: (error) => {
          const fallback = kind === 'blacklist' ? admin.blacklistFailed : admin.unblacklistFailed
          feedback.fail(error, fallback)
        },
      },
    )
  const load = () => (isLoaded ? void query.refetch() : setIsLoaded(true))
  const failed = query.error === null ? null : errorText(query.error, admin.loadBlacklistFailed)
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={query.isFetching} onClick={load}>
          {admin.loadBlacklist}
        </Button>
        <Feedback text={feedback.text ?? (failed === null ? null : admin.balanceFailed(failed))} />
      </div>
      {query.data && (
        <div className="grid gap-6 md:grid-cols-2">
          <LeagueList
            title={admin.availableLeagues}
            leagues={query.data.availableLeagues}
            label={admin.blacklist}
            busy={action.isPending}
            onAct={(league) => change('blacklist', league)}
          />
          <LeagueList
            title={admin.blacklistedLeagues}
            leagues={query.data.blacklistedLeagues}
            label={admin.unblacklist}
            busy={action.isPending}
            onAct={(league) => change('unblacklist', league)}
          />
        </div>
      )}
    </div>
  )
}

interface LeagueListProps {
  title: string
  leagues: readonly League[]
  label: string
  busy: boolean
  onAct: (league: League) => void
}

function LeagueList({ title, leagues, label, busy, onAct }: LeagueListProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold text-body">
        {title} ({leagues.length})
      </h2>
      {leagues.length === 0 && <p className="text-body text-muted">{admin.noLeagues}</p>}
      <ul className="flex max-h-96 flex-col gap-1 overflow-y-auto">
        {leagues.map((league) => (
          <li key={league.key} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate text-body">{league.title}</span>
            <Button size="sm" disabled={busy} aria-label={`${label}: ${league.title}`} onClick={() => onAct(league)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
