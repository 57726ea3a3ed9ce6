// The foot of the slip: what is staked, what may come back, and the button that places, with the reason when it may not.
import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button, buttonStyle, Spinner } from '#ui/components/ui/button.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatCents } from '#ui/lib/money.ts'
import type { OddsPolicy } from '#ui/model/slip/reducer.ts'
import { useSlipEntry } from '#ui/model/slip/slip-context.tsx'
import type { Totals } from '#ui/model/slip/stake.ts'
import type { Block } from '../../model/placement-rules.ts'
import type { SlipView } from '../../model/slip-view.ts'
import type { PlacementActions } from '../../model/use-placement.ts'
import { StakeBox } from './stake-box.tsx'

export interface PlaceBoxProps {
  view: SlipView
  actions: PlacementActions
  compact: boolean
}

export function PlaceBox({ view, actions, compact }: PlaceBoxProps) {
  const { state, placement, setStake, accept } = useSlipEntry()
  const reasonId = useId()
  const { block, lines, mode, balanceCents } = view
  const busy = placement.phase !== 'idle'
  const bets = mode === 'parlay' ? 1 : lines.length
  const changed = lines.filter((line) => line.offered !== null)
  const stakeWrong = state.stake !== '' && (block?.code === 'stake' || block?.code === 'funds')
  return (
    <div className={clsx('flex shrink-0 flex-col border-border border-t', compact ? 'gap-2 px-4 py-3' : 'gap-3 p-4')}>
      <StakeBox
        value={state.stake}
        onChange={setStake}
        bets={bets}
        balanceCents={balanceCents}
        disabled={busy}
        invalid={stakeWrong}
        describedBy={block === null ? undefined : reasonId}
      />
      {compact ? <ShortSummary view={view} bets={bets} /> : <Summary view={view} bets={bets} />}
      {placement.error !== null && !busy && placement.error !== block?.text && (
        <p className="flex gap-2 rounded-control bg-[color-mix(in_srgb,var(--lost)_9%,transparent)] px-3 py-2 text-lost text-second">
          <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          {placement.error}
        </p>
      )}
      {block !== null && !busy && (
        <Reason id={reasonId} block={block} quiet={block.code === 'stake' && !stakeWrong}>
          {block.code === 'odds' && changed.length > 1 && (
            <Button
              size="sm"
              onClick={() =>
                accept(Object.fromEntries(changed.map((line) => [line.selection.betKey, line.offered ?? ''])))
              }
            >
              Accept all
            </Button>
          )}
          {block.code === 'funds' && <Deposit />}
        </Reason>
      )}
      <PlaceButton view={view} bets={bets} reasonId={reasonId} onPlace={actions.place} />
    </div>
  )
}

/** In the order of the sum: odds, what changes are taken, what may come back. */
function Summary({ view: { totals, lines, mode }, bets }: { view: SlipView; bets: number }) {
  return (
    <div className="flex flex-col gap-1.5 text-body">
      {bets > 1 ? (
        <Row label={`Total stake, ${bets} bets`}>
          {totals.stakeCents === null ? '–' : formatCents(totals.stakeCents)}
        </Row>
      ) : (
        <Row label={mode === 'parlay' ? `Odds, ${lines.length} legs` : 'Odds'}>{totals.odds ?? '–'}</Row>
      )}
      <PolicySelect />
      <Return label="Potential win" view={totals} />
    </div>
  )
}

/** The same in one line. */
function ShortSummary({ view: { totals }, bets }: { view: SlipView; bets: number }) {
  const what = bets > 1 ? `${bets} bets` : `Odds ${totals.odds ?? '–'}`
  return <Return label={`${what} · Potential win`} view={totals} />
}

function Return({ label, view }: { label: string; view: Totals }) {
  return (
    <p className="flex items-baseline justify-between gap-3 text-body">
      <span className="text-muted">{label}</span>
      <span className="font-semibold text-[1.125rem] text-accent leading-6">
        {view.returnCents === null ? '–' : formatCents(view.returnCents)}
      </span>
    </p>
  )
}

/** Which moves of the odds the bettor takes without being asked. */
export function PolicySelect() {
  const { state, placement, setPolicy } = useSlipEntry()
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-3 text-body">
      <label htmlFor={id} className="text-muted">
        Odds changes
      </label>
      <span className="relative -mr-1.5 flex items-center">
        <select
          id={id}
          value={state.policy}
          disabled={placement.phase !== 'idle'}
          onChange={(event) => setPolicy(event.target.value as OddsPolicy)}
          className="appearance-none rounded-sm bg-surface py-0.5 pr-6 pl-2 text-right text-text hover:bg-raised disabled:text-muted pointer-coarse:min-h-11"
        >
          <option value="within-10-percent">accept up to 10%</option>
          <option value="none">accept none</option>
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-1.5 size-3.5 text-muted" />
      </span>
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="text-muted">{label}</span>
      <span className="font-semibold">{children}</span>
    </p>
  )
}

const reasonTones: Partial<Record<Block['code'], string>> = {
  odds: 'text-warning',
  funds: 'text-lost',
  stake: 'text-lost',
}

function Reason({ id, block, quiet, children }: { id: string; block: Block; quiet: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <p id={id} className={clsx('text-second', quiet ? 'text-muted' : (reasonTones[block.code] ?? 'text-muted'))}>
        {block.text}
      </p>
      {children}
    </div>
  )
}

/** Deposits are made by an admin: the button says whom to ask. */
function Deposit() {
  const [asked, setAsked] = useState(false)
  if (asked) {
    return (
      <p role="status" className="max-w-[11rem] shrink-0 text-right text-second">
        {messages.slip.contactSupport}
      </p>
    )
  }
  return (
    <Button size="sm" onClick={() => setAsked(true)}>
      Deposit
    </Button>
  )
}

interface PlaceButtonProps {
  view: SlipView
  bets: number
  reasonId: string
  onPlace: () => void
}

/**
 * Stays focusable while it may not be pressed, so that its reason is heard; a second press while one is under way does
 * nothing.
 */
function PlaceButton({ view: { block, totals }, bets, reasonId, onPlace }: PlaceButtonProps) {
  const { phase } = useSlipEntry().placement
  const here = useLocation({ select: (location) => location.href })
  if (block?.code === 'signed-out') {
    return (
      <Link to="/login" search={{ redirect: here }} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
        Sign in to place your bet
      </Link>
    )
  }
  const busy = phase === 'checking' || phase === 'placing'
  const stopped = block !== null || busy
  const what = bets > 1 ? `Place ${bets} bets` : 'Place bet'
  const amount = totals.stakeCents === null || totals.stakeCents === 0 ? '' : ` · ${formatCents(totals.stakeCents)}`
  return (
    <button
      type="button"
      aria-disabled={stopped || undefined}
      aria-busy={busy || undefined}
      aria-describedby={block !== null && !busy ? reasonId : undefined}
      onClick={stopped ? undefined : onPlace}
      className={clsx(
        buttonStyle({ variant: stopped ? 'quiet' : 'primary', size: 'lg' }),
        'w-full aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:hover:bg-raised aria-disabled:active:scale-100',
      )}
    >
      {busy && <Spinner />}
      {phase === 'checking' ? 'Checking odds…' : phase === 'placing' ? 'Placing…' : `${what}${amount}`}
    </button>
  )
}
