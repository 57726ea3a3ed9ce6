import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import type { Suspicion } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { suspicions as texts } from '#ui/lib/messages/access/suspicions.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { BettorLink } from '../desk/bettor-link.tsx'
import type { Column } from '../desk/table/column.ts'

/** The number of accounts of an address that are shown at first. */
const SHOWN = 10

function People({ suspicion }: { suspicion: Suspicion }) {
  if (suspicion.kind !== 'address') return <BettorLink id={suspicion.user.id} name={suspicion.user.username} />
  return <Sharers suspicion={suspicion} />
}

/** The accounts that share an address: the latest ones, and all of them on demand. */
function Sharers({ suspicion: { users, accounts } }: { suspicion: Extract<Suspicion, { kind: 'address' }> }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? users : users.slice(0, SHOWN)
  return (
    <span className="whitespace-normal">
      {shown.map((user, at) => (
        <Fragment key={user.id}>
          {at > 0 && ', '}
          <BettorLink id={user.id} name={user.username} />
        </Fragment>
      ))}
      {shown.length < users.length && (
        <>
          {' '}
          <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
            {texts.more(accounts - shown.length)}
          </Button>
        </>
      )}
    </span>
  )
}

function why(suspicion: Suspicion): string {
  switch (suspicion.kind) {
    case 'address':
      return texts.shared(suspicion.accounts)
    case 'stake':
      return texts.jump(suspicion.times, suspicion.median)
    case 'timing': {
      const { selection, odds, oddsAfter, seconds } = suspicion
      return oddsAfter === null
        ? texts.goal(selection, seconds)
        : texts.fell(selection, formatOdds(odds), formatOdds(oddsAfter), seconds)
    }
  }
}

const common: readonly Column<Suspicion>[] = [
  {
    key: 'at',
    title: texts.columns.at,
    cell: ({ at }) => (
      <time dateTime={at} className="text-muted">
        {formatDayTime(at)}
      </time>
    ),
  },
  { key: 'user', title: texts.columns.user, cell: (suspicion) => <People suspicion={suspicion} /> },
  { key: 'why', title: texts.columns.why, isWide: true, cell: why },
]

const ofBets: readonly Column<Suspicion>[] = [
  {
    key: 'stake',
    title: texts.columns.stake,
    isFigure: true,
    cell: (suspicion) => suspicion.kind !== 'address' && <Money amount={suspicion.stake} className="font-semibold" />,
  },
  {
    key: 'bet',
    title: texts.columns.bet,
    cell: (suspicion) =>
      suspicion.kind !== 'address' && (
        <Link to="/admin/bets" search={{ bet: suspicion.betId }} className="underline underline-offset-2 touch">
          {texts.toBet}
        </Link>
      ),
  },
]

/** Suspicions about an address have no bet. */
export const suspicionColumns = (kind: Suspicion['kind']): readonly Column<Suspicion>[] =>
  kind === 'address'
    ? common.map((column) =>
        column.key === 'user' || column.key === 'why' ? { ...column, isWide: column.key === 'user' } : column,
      )
    : [...common, ...ofBets]
