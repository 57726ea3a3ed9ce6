import type { FeedHealth } from '#services/contract/contract.ts'
import { Badge } from '#ui/components/ui/badge.tsx'
import { alerts, feed as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { Tile, Tiles } from '../desk/tiles.tsx'
import { Ago } from './ago.tsx'

const TONES = { live: 'accent', delayed: 'warning', offline: 'lost' } as const
const count = (value: number) => value.toLocaleString('en-IE')

/** The feed's status as a badge. */
export const FeedBadge = ({ status }: { status: FeedHealth['status'] }) => (
  <Badge tone={TONES[status]}>{texts[status]}</Badge>
)

/** Whether prices are coming in, the credits left, and what is wrong. Skeletons while undefined. */
type FeedFiguresProps = { health: FeedHealth | undefined; leagueName: (key: string) => string }

export function FeedFigures({ health, leagueName }: FeedFiguresProps) {
  const { credits, counts, status, since, trouble, lastError } = health ?? {}
  return (
    <>
      <Tiles label={texts.state}>
        <Tile label={texts.state} hint={since ? texts.sinceTime(formatDayTime(since)) : undefined}>
          {status && <FeedBadge status={status} />}
        </Tile>
        <Tile
          isLongHint
          label={texts.credits}
          hint={credits?.used == null ? undefined : texts.creditsUsed(count(credits.used))}
        >
          {credits && (credits.remaining === null ? texts.noCredits : count(credits.remaining))}
        </Tile>
        <Tile
          isLongHint
          label={texts.spent}
          hint={
            credits && (credits.budgetToday === null ? texts.unlimited : texts.ofBudget(count(credits.budgetToday)))
          }
        >
          {credits && (credits.budgetToday === null ? texts.notCounted : count(credits.spentToday))}
        </Tile>
        <Tile isLongHint label={texts.calls} hint={counts && texts.failures(counts.failuresToday)}>
          {counts && count(counts.callsToday)}
        </Tile>
        <Tile
          isLongHint
          label={texts.games}
          hint={counts && texts.ofGames(count(counts.games), count(counts.staleGames), counts.unread)}
        >
          {counts && count(counts.priced)}
        </Tile>
      </Tiles>
      {(trouble || lastError) && (
        <div className="rounded-card border border-border bg-surface px-4 py-3 text-second">
          {trouble && (
            <p className="font-semibold">
              {alerts.trouble[trouble.kind] ?? trouble.kind}{' '}
              <span className="font-normal text-muted">{texts.sinceTime(formatDayTime(trouble.since))}</span>
            </p>
          )}
          {lastError && (
            <p className="text-muted [overflow-wrap:anywhere]">
              <span className="font-medium text-text">
                {texts.lastError} <Ago at={lastError.at} />
                {', '}
                {stateOf(lastError, leagueName)}
              </span>{' '}
              {texts.errorText(lastError.code, lastError.message, formatDayTime(lastError.at))}
            </p>
          )}
        </div>
      )}
    </>
  )
}

const KINDS = { odds: texts.prices, events: texts.schedule, scores: texts.scores } as const

function stateOf({ about, recoveredAt }: NonNullable<FeedHealth['lastError']>, leagueName: (key: string) => string) {
  if (about !== null) return texts.stillFails(KINDS[about.kind], leagueName(about.league))
  return recoveredAt === null ? texts.errorHolds : texts.recovered
}
