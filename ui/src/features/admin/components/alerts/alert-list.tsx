import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { Alert } from '#services/contract/contract.ts'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { alerts as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { alertText } from '../../model/figures/alert-texts.ts'
import { RunbookButton } from './runbook-button.tsx'

/** The current alerts: what it is, since when, what to do, and a link. */
export const AlertList = ({ alerts }: { alerts: readonly Alert[] }) => (
  <ul className="divide-y divide-border">
    {alerts.map((alert) => (
      <Item key={alert.id} alert={alert} />
    ))}
  </ul>
)

function Item({ alert }: { alert: Alert }) {
  const { title, what, runbook, link } = alertText(alert)
  return (
    <li className="flex items-start gap-x-3 px-4 py-2.5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-56 text-second">
          <p className="font-semibold text-body [overflow-wrap:anywhere]">{title}</p>
          <p className="text-muted [overflow-wrap:anywhere]">
            {alert.since !== null && `${texts.since(formatDayTime(alert.since))} · `}
            {what}
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          {runbook !== undefined && <RunbookButton name={runbook} />}
          {link !== undefined && (
            <Link to={link.to} search={(link.search ?? {}) as never} className={buttonStyle({ size: 'sm' })}>
              {texts.open}
              <span className="sr-only">: {title}</span>
            </Link>
          )}
        </span>
      </div>
    </li>
  )
}
