// One bet of the bettor: what was bet, at what odds, and what became of it.
import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Bet, BetLeg } from '#services/contract/contract.ts'
import { StatusBadge, statusOfLeg } from '#ui/components/bet-status.tsx'
import { EventLink } from '#ui/components/event-link.tsx'
import { Money } from '#ui/components/money.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatDayTime } from '#ui/lib/time/business-clock.ts'
import { marketNameOf } from '#ui/model/slip/selection.ts'

export function BetCard({ bet }: { bet: Bet }) {
  return (
    <article
      aria-label={`${bet.game}, ${messages.bets.status[bet.status]}`}
      className="rounded-card border border-border bg-surface"
    >
      <div className="flex items-start justify-between gap-3 px-4 pt-3.5">
        {bet.is_parlay ? <ParlayTitle bet={bet} /> : <SingleTitle bet={bet} />}
        <StatusBadge status={bet.status} />
      </div>
      <Figures bet={bet} />
      {bet.legs !== null && <Legs legs={bet.legs} />}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-border border-t px-4 py-2.5 text-muted text-label">
        <time dateTime={bet.created_at} title="Europe/Paris">
          Placed {formatDayTime(bet.created_at)}
          {bet.settled_at !== null && `, settled ${formatDayTime(bet.settled_at)}`}
        </time>
        <span className="min-w-0 truncate font-mono" title={bet.id}>
          {bet.id.slice(0, 12)}
        </span>
      </p>
    </article>
  )
}

function SingleTitle({ bet }: { bet: Bet }) {
  const settled = bet.status !== 'pending'
  return (
    <div className="min-w-0">
      <h2 className="font-semibold text-body">{bet.selection}</h2>
      <p className="mt-0.5 text-muted text-second">
        {marketNameOf(bet.bet_type)} · {settled ? <SettledGame bet={bet} /> : bet.game}
        {bet.commence_time !== null && <> · {formatDayTime(bet.commence_time)}</>}
      </p>
      {bet.quote?.void_reason && <p className="mt-0.5 text-second text-warning">{voidText(bet.quote.void_reason)}</p>}
    </div>
  )
}

/** A settled single leads to its event. */
function SettledGame({ bet }: { bet: Bet }) {
  if (bet.event_id === null || bet.sport_key === null) return bet.game
  const game = { id: bet.event_id, sport: familyOf(bet.sport_key), sport_key: bet.sport_key, league_key: bet.sport_key }
  return (
    <EventLink
      game={game}
      className="text-text underline decoration-strong underline-offset-2 hover:decoration-current"
    >
      {bet.game}
    </EventLink>
  )
}

/** 'soccer' of 'soccer_epl'. */
const familyOf = (leagueKey: string): string => leagueKey.split('_', 1)[0] ?? leagueKey

function ParlayTitle({ bet }: { bet: Bet }) {
  return (
    <div className="min-w-0">
      <h2 className="font-semibold text-body">{bet.game}</h2>
      <p className="mt-0.5 text-muted text-second">{bet.legs?.map((leg) => leg.selection).join(', ')}</p>
    </div>
  )
}

function Figures({ bet }: { bet: Bet }) {
  const settled = bet.status !== 'pending'
  const gain = bet.potential_win - bet.bet_amount
  return (
    <dl className="grid grid-cols-3 gap-3 px-4 py-3">
      <Figure label="Stake">
        <Money amount={bet.bet_amount} />
      </Figure>
      <Figure label="Odds">{bet.odd.toFixed(2)}</Figure>
      {settled ? (
        <Figure label="Returned">
          <Money amount={bet.potential_win} />{' '}
          {gain !== 0 && (
            <span className="text-second">
              (<Money amount={gain.toFixed(2)} signed toned />)
            </span>
          )}
        </Figure>
      ) : (
        <Figure label="Potential win">
          <Money amount={bet.potential_win} className="text-accent" />
        </Figure>
      )}
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-label text-muted">{label}</dt>
      <dd className="font-semibold text-body">{children}</dd>
    </div>
  )
}

function Legs({ legs }: { legs: BetLeg[] }) {
  const [open, setOpen] = useState(false)
  return (
    <Collapsible.Root open={open} onOpenChange={setOpen} className="border-border border-t">
      <Collapsible.Trigger className="group flex min-h-11 w-full items-center justify-between gap-3 px-4 text-left text-second outline-offset-[-2px] hover:bg-inset">
        <span>
          <span className="font-medium">{open ? 'Hide' : 'Show'} legs</span>
          <span className="text-muted"> · {progressText(legs)}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-data-panel-open:rotate-180"
        />
      </Collapsible.Trigger>
      <Collapsible.Panel>
        <ul>
          {legs.map((leg) => (
            <li key={leg.eventId} className="flex items-start justify-between gap-3 border-border border-t px-4 py-2.5">
              <div className="min-w-0">
                <p className="font-medium text-body">
                  {leg.selection} <span className="text-muted">at {leg.odds.toFixed(2)}</span>
                </p>
                <p className="text-muted text-second">
                  {marketNameOf(leg.marketName)} · {leg.gameTitle} · {formatDayTime(leg.commence_time)}
                </p>
                {leg.void_reason !== null && <p className="text-second text-warning">{voidText(leg.void_reason)}</p>}
              </div>
              <StatusBadge status={statusOfLeg(leg.status)} />
            </li>
          ))}
        </ul>
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

const order = ['won', 'lost', 'refunded', 'pending'] as const

/** '1 won, 2 pending' */
export function progressText(legs: BetLeg[]): string {
  const counts = Map.groupBy(legs, (leg) => statusOfLeg(leg.status))
  return order
    .flatMap((status) =>
      counts.has(status) ? [`${counts.get(status)?.length} ${messages.bets.status[status].toLowerCase()}`] : [],
    )
    .join(', ')
}

const voidTexts: Record<string, string> = {
  late: 'Void: placed after the result was known',
  abandoned: 'Void: the event was abandoned',
  'not-completed': 'Void: the event was not completed in time',
  'draw-not-offered': 'Void: a draw was not on offer',
}

const voidText = (reason: string): string =>
  voidTexts[reason] ?? `Void: ${reason.replaceAll('-', ' ').replaceAll('_', ' ')}`
