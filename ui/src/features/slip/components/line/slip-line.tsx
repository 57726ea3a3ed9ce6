// One selection in the slip, in every state it can be in.
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { returnCents } from '#domain/odds.ts'
import { Button, Spinner } from '#ui/components/ui/button.tsx'
import { formatCents } from '#ui/lib/money.ts'
import { formatDayTime, useBusinessTime } from '#ui/lib/time/business-clock.ts'
import { clockText, gamePhase } from '#ui/model/game/game-status.ts'
import type { Phase } from '#ui/model/slip/placement.ts'
import { movedText } from '../../model/check-odds.ts'
import type { SlipLine } from '../../model/slip-view.ts'
import { StakeInput } from '../placing/stake-box.tsx'

export interface SlipLineItemProps {
  line: SlipLine
  phase: Phase
  /** Among several singles each has a stake of its own. */
  ownStake: boolean
  onRemove: () => void
  onAccept: (odds: string) => void
  onStake: (stake: string) => void
}

export function SlipLineItem({ line, phase, ownStake, onRemove, onAccept, onStake }: SlipLineItemProps) {
  const { selection } = line
  const locked = phase !== 'idle'
  const state = stateOf(line, phase)
  // What passes while the bet is on its way stands where the game stood: nothing moves under the pointer.
  const passing = locked && (state === 'checking' || state === 'confirmed' || state === 'unchecked')
  const remark = <State line={line} phase={phase} onRemove={onRemove} onAccept={onAccept} />
  const back = line.stakeCents === null ? null : returnCents(line.stakeCents, line.odds)
  return (
    <li className="border-border border-t px-4 py-3 first:border-t-0" data-state={state}>
      <div className="flex items-baseline justify-between gap-3">
        <p className="min-w-0 font-semibold text-body [overflow-wrap:anywhere]">
          {selection.selection}
          {selection.point !== null && ` ${selection.point}`}
        </p>
        <Odds line={line} />
      </div>
      <div className="mt-0.5 flex items-start justify-between gap-3 text-second">
        <div className="grid min-w-0">
          <p className={clsx('col-start-1 row-start-1 text-muted', passing && 'invisible')}>
            {selection.marketName} · {selection.gameTitle} ·{' '}
            <span className="whitespace-nowrap">
              <When line={line} />
            </span>
          </p>
          {passing && <div className="col-start-1 row-start-1">{remark}</div>}
        </div>
        <button
          type="button"
          onClick={onRemove}
          disabled={locked}
          className="-my-2 -mr-2 shrink-0 rounded-sm px-2 py-2 text-muted transition-colors hover:text-text disabled:opacity-50 pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
        >
          Remove<span className="sr-only"> {selection.selection}</span>
        </button>
      </div>
      {!passing && remark}
      {ownStake && (
        <div className="mt-2.5 flex items-center justify-between gap-3">
          <p className="text-muted text-second">
            {back !== null && (
              <>
                Returns <span className="font-medium text-text">{formatCents(back)}</span>
              </>
            )}
          </p>
          <StakeInput
            small
            label={`Stake on ${selection.selection}`}
            value={line.stakeText}
            onChange={onStake}
            disabled={locked}
            invalid={line.stakeText !== '' && line.stakeCents === null}
          />
        </div>
      )}
    </li>
  )
}

/** The odds that count; a move that the bettor's policy takes shows which way it went. */
function Odds({ line: { selection, odds, valid } }: { line: SlipLine }) {
  const moved = odds !== selection.odds
  const up = Number(odds) > Number(selection.odds)
  return (
    <p className={clsx('shrink-0 font-semibold text-section leading-5', !valid && 'text-muted line-through')}>
      {moved && (
        <span className={clsx('mr-1 text-[0.625rem]', up ? 'text-up' : 'text-down')} aria-hidden="true">
          {up ? '▲' : '▼'}
        </span>
      )}
      {odds}
    </p>
  )
}

/** The minute of a game in play, else its start. */
function When({ line: { selection, game } }: { line: SlipLine }) {
  const minute = useBusinessTime((now) => {
    if (game !== null) return gamePhase(game, now) === 'upcoming' ? null : clockText(game, now)
    return Date.parse(selection.commence_time) <= now ? 'LIVE' : null
  })
  if (minute === null) {
    return (
      <time dateTime={selection.commence_time} title="Europe/Paris">
        {formatDayTime(selection.commence_time)}
      </time>
    )
  }
  return <span className={minute === 'FT' ? undefined : 'font-medium text-live'}>{minute}</span>
}

type LineState = 'checking' | 'changed' | 'gone' | 'refused' | 'confirmed' | 'unchecked' | 'moved' | 'picked'

/** The one thing to say of a selection: what stops it, else what was found out, else how it moved. */
export function stateOf(line: SlipLine, phase: Phase): LineState {
  if (phase === 'checking' && line.note === null) return 'checking'
  if (line.offered !== null) return 'changed'
  if (line.verdict?.kind === 'gone' || line.note?.kind === 'gone') return 'gone'
  if (line.note !== null && line.note.kind !== 'changed') return line.note.kind
  return line.odds === line.selection.odds ? 'picked' : 'moved'
}

function State({
  line,
  phase,
  onRemove,
  onAccept,
}: Pick<SlipLineItemProps, 'line' | 'phase' | 'onRemove' | 'onAccept'>) {
  const { selection, note, verdict } = line
  const state = stateOf(line, phase)
  const said = note?.text ?? verdict?.text ?? ''
  switch (state) {
    case 'checking':
      return (
        <Remark icon={<Spinner className="size-3.5" />} tone="muted" flush>
          Checking the odds…
        </Remark>
      )
    case 'confirmed':
      return (
        <Remark icon={<CircleCheck className="size-4" />} tone="accent" flush>
          {said}
        </Remark>
      )
    case 'unchecked':
      return (
        <Remark icon={<Info className="size-4" />} tone="warning" flush>
          {said}
        </Remark>
      )
    case 'refused':
      return (
        <Remark icon={<CircleAlert className="size-4" />} tone="lost" boxed>
          {said}
        </Remark>
      )
    case 'gone':
      return (
        <Remark icon={<Lock className="size-4" />} tone="lost" boxed>
          <span className="flex items-center justify-between gap-3">
            {verdict?.kind === 'gone' ? verdict.text : said}
            <Button size="sm" onClick={onRemove} disabled={phase !== 'idle'}>
              Remove
            </Button>
          </span>
        </Remark>
      )
    case 'changed':
      return <Changed line={line} disabled={phase !== 'idle'} onAccept={onAccept} />
    case 'moved':
      return (
        <Remark tone={Number(line.odds) > Number(selection.odds) ? 'up' : 'down'} boxed>
          {movedText(selection.odds, line.odds)}
        </Remark>
      )
    case 'picked':
      return null
  }
}

/** Old and new odds side by side: the bettor decides. */
function Changed({
  line,
  disabled,
  onAccept,
}: {
  line: SlipLine
  disabled: boolean
  onAccept: (odds: string) => void
}) {
  const { selection, offered, verdict } = line
  if (offered === null) return null
  const up = Number(offered) > Number(selection.odds)
  const tone = up ? 'text-up' : 'text-down'
  return (
    <div
      className={clsx(
        'mt-2.5 rounded-control border p-3',
        up
          ? 'border-[color-mix(in_srgb,var(--up)_40%,transparent)]'
          : 'border-[color-mix(in_srgb,var(--down)_40%,transparent)]',
        up ? 'bg-[color-mix(in_srgb,var(--up)_7%,transparent)]' : 'bg-[color-mix(in_srgb,var(--down)_7%,transparent)]',
      )}
    >
      <p className="text-second">{verdict?.text}</p>
      <div className="mt-2.5 flex items-end justify-between gap-3">
        <dl className="flex items-end gap-3">
          <div>
            <dt className="text-label text-muted">Picked</dt>
            <dd className="font-semibold text-muted text-section leading-6 line-through">{selection.odds}</dd>
          </div>
          <span aria-hidden="true" className="pb-px text-muted">
            →
          </span>
          <div>
            <dt className="text-label text-muted">Now</dt>
            <dd className={clsx('whitespace-nowrap font-semibold text-section leading-6', tone)}>
              <span aria-hidden="true" className="mr-1 text-[0.625rem] leading-none">
                {up ? '▲' : '▼'}
              </span>
              {offered}
            </dd>
          </div>
        </dl>
        <Button size="sm" onClick={() => onAccept(offered)} disabled={disabled}>
          Accept {offered}
          <span className="sr-only"> for {selection.selection}</span>
        </Button>
      </div>
    </div>
  )
}

const tones = {
  muted: ['text-muted', ''],
  accent: ['text-accent', ''],
  warning: ['text-warning', ''],
  up: ['text-up', 'bg-[color-mix(in_srgb,var(--up)_9%,transparent)]'],
  down: ['text-down', 'bg-[color-mix(in_srgb,var(--down)_9%,transparent)]'],
  lost: ['text-lost', 'bg-[color-mix(in_srgb,var(--lost)_9%,transparent)]'],
} as const

interface RemarkProps {
  tone: keyof typeof tones
  icon?: ReactNode
  boxed?: boolean
  /** Without room above it. */
  flush?: boolean
  children: ReactNode
}

function Remark({ tone, icon, boxed = false, flush = false, children }: RemarkProps) {
  const [text, box] = tones[tone]
  const arrow = tone === 'up' ? '▲' : tone === 'down' ? '▼' : null
  return (
    <div
      className={clsx(
        'flex gap-2 text-second',
        !flush && 'mt-2',
        text,
        boxed && 'rounded-control px-3 py-2',
        boxed && box,
      )}
    >
      <span aria-hidden="true" className={clsx('flex h-[1.125rem] shrink-0 items-center', arrow && 'text-[0.625rem]')}>
        {arrow ?? icon}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
