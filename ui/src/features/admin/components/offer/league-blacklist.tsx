import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { Done, LeagueBlacklist as Leagues } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { useAdminAction } from '../../api/dashboard.ts'
import { leagueBlacklistQuery } from '../../api/offer.ts'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { TextFilter } from '../desk/filters/filter-bar.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { ConfirmLeague } from './confirm-league.tsx'

type League = Leagues['availableLeagues'][number]
type Change = { readonly kind: 'blacklist' | 'unblacklist'; readonly league: League }

/** The league blacklist at its own address, loaded at once. */
export function LeagueBlacklistPage() {
  return (
    <DeskPage section="league-blacklist">
      <DeskCard>
        <LeagueBlacklist isLoadedAtFirst />
      </DeskCard>
    </DeskPage>
  )
}

/**
 * The leagues that are offered, and those that are blacklisted: hidden everywhere, while their open bets stand. Nothing
 * but its button until it is loaded on demand; skeletons while loading, a text for an empty list, an error as feedback.
 */
export function LeagueBlacklist({ isLoadedAtFirst = false }: { isLoadedAtFirst?: boolean }) {
  const [isLoaded, setIsLoaded] = useState(isLoadedAtFirst)
  const [search, setSearch] = useState<string | undefined>()
  const { data, error, isFetching, isLoading, refetch } = useQuery({ ...leagueBlacklistQuery(), enabled: isLoaded })
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof Done>>()
  const [asking, setAsking] = useState<Change | null>(null)
  const change = ({ kind, league: { key } }: Change, reason: string) =>
    action.mutate(
      { action: kind, leagueKey: key, ...(reason === '' ? {} : { reason }) },
      {
        onSuccess: (reply) => feedback.succeed(reply.message ?? key),
        onError: (failure) => {
          const fallback = kind === 'blacklist' ? admin.blacklistFailed : admin.unblacklistFailed
          feedback.fail(failure, fallback)
        },
        onSettled: () => setAsking(null),
      },
    )
  const ask = (next: Change) => {
    feedback.clear()
    setAsking(next)
  }
  const load = () => (isLoaded ? void refetch() : setIsLoaded(true))
  const failed = error === null ? null : errorText(error, admin.loadBlacklistFailed)
  const shared = { search, busy: action.isPending }
  return (
    <div className="flex flex-col gap-4 p-4 max-[20rem]:p-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" className="h-9" busy={isFetching} onClick={load}>
          {admin.loadBlacklist}
        </Button>
        {(data !== undefined || isLoading) && (
          <TextFilter label={admin.findLeague} value={search} onChange={setSearch} />
        )}
        <Feedback text={feedback.text ?? (failed === null ? null : admin.balanceFailed(failed))} />
      </div>
      {asking !== null && (
        <ConfirmLeague
          league={asking.league}
          hides={asking.kind === 'blacklist'}
          busy={action.isPending}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => change(asking, reason)}
        />
      )}
      {isLoading && (
        <p role="status" className="sr-only">
          {admin.loading}
        </p>
      )}
      {(data !== undefined || isLoading) && (
        <div className="max-md:opens-in-order grid items-start gap-4 md:grid-cols-2">
          <LeagueList
            {...shared}
            title={admin.availableLeagues}
            leagues={data?.availableLeagues}
            label={admin.blacklist}
            onAct={(league) => ask({ kind: 'blacklist', league })}
          />
          <LeagueList
            {...shared}
            title={admin.blacklistedLeagues}
            leagues={data?.blacklistedLeagues}
            label={admin.unblacklist}
            onAct={(league) => ask({ kind: 'unblacklist', league })}
          />
        </div>
      )}
    </div>
  )
}

type LeagueListProps = {
  title: string
  /** Undefined until the first reply. */
  leagues: readonly League[] | undefined
  /** Part of the title, as typed. */
  search: string | undefined
  label: string
  busy: boolean
  onAct: (league: League) => void
}

function LeagueList({ title, leagues, search = '', label, busy, onAct }: LeagueListProps) {
  const found = leagues?.filter((league) => league.title.toLowerCase().includes(search.toLowerCase()))
  return (
    <section aria-label={title} className="min-w-0 overflow-hidden rounded-control border border-border">
      <h2 className="bg-inset px-4 py-2 font-semibold text-body">
        {title}
        {leagues && ` (${leagues.length})`}
      </h2>
      {found?.length === 0 && (
        <p className="border-border border-t px-4 py-2.5 text-body text-muted">{admin.noLeagues}</p>
      )}
      {found === undefined && (
        <div data-opening="" className="flow-root">
          <Skeletons count={8} className="mx-4 my-3 h-5" />
        </div>
      )}
      <ul className="max-h-[60dvh] overflow-y-auto">
        {found?.map((league) => (
          <li
            key={league.key}
            className="flex items-center justify-between gap-2 border-border border-t py-1.5 pr-2 pl-4 max-[20rem]:flex-wrap max-[20rem]:pl-2"
          >
            <span className="min-w-0 text-body [overflow-wrap:anywhere]">{league.title}</span>
            <ForWriters>
              <Button size="sm" disabled={busy} aria-label={`${label}: ${league.title}`} onClick={() => onAct(league)}>
                {label}
              </Button>
            </ForWriters>
          </li>
        ))}
      </ul>
    </section>
  )
}
