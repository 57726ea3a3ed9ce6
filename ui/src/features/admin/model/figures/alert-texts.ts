// What an alert says, what to do about it, and where.

import { marketName } from '#domain/settlement/market-names.ts'
import type { Alert } from '#services/contract/contract.ts'
import { alerts as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { printedName } from '#ui/model/outcome-name.ts'

/** `runbook`: the name of a runbook in docs/runbooks. */
export type AlertText = {
  readonly title: string
  readonly what: string
  readonly runbook?: string
  readonly link?: { readonly to: string; readonly search?: Readonly<Record<string, string>> }
}

export function alertText(alert: Alert): AlertText {
  switch (alert.kind) {
    case 'betting-stopped':
      return {
        title: alert.all ? texts.allStopped : texts.stopped(alert.stops),
        what: texts.stoppedDo,
        link: { to: '/admin/settings' },
      }
    case 'feed-stale':
      return {
        title: alert.status === 'offline' ? texts.feedOffline : texts.feedStale(alert.leagues),
        what: texts.feedDo,
        runbook: 'feed-silent',
        link: { to: '/admin/feed-health' },
      }
    case 'feed-trouble':
      return {
        title: texts.trouble[alert.trouble] ?? alert.trouble,
        what: texts.troubleDo[alert.trouble] ?? texts.feedDo,
        runbook: 'feed-silent',
        link: { to: '/admin/feed-health' },
      }
    case 'read-model':
      return {
        title: texts.readModel(alert.readModel),
        what: `${texts.readModelDo((alert.number - 1).toLocaleString('en-IE'))} ${alert.reason}`,
        runbook: 'projection-stopped',
      }
    case 'witness':
      return {
        title: texts.witness[alert.fault](alert.witness),
        what: `${texts.witnessDo[alert.fault]} ${alert.says}`,
        runbook: 'outside-witness',
      }
    case 'settlement-asked':
      return {
        title: texts.asked(alert.decisions),
        what: texts.askedDo,
        link: { to: '/admin/settlement' },
      }
    case 'undecided':
      return {
        title: texts.undecided(alert.games),
        what: texts.undecidedDo,
        runbook: 'settlement-stuck',
        link: { to: '/admin/settlement' },
      }
    case 'fixture-pairs':
      return {
        title: texts.pairs(alert.pairs),
        what: texts.pairsDo,
        runbook: 'fixture-pairs',
        link: { to: '/admin/settlement' },
      }
    case 'exposure':
      return {
        title: texts.exposure(alert.game, formatEuros(alert.exposure)),
        what: texts.exposureDo(`${printedName(alert.name)} (${marketName(alert.market)})`),
        link: { to: '/admin/liability', search: { event: alert.eventId } },
      }
    case 'big-stake':
      return {
        title: texts.bigStake(alert.username, formatEuros(alert.stake)),
        what: texts.bigStakeDo(printedName(alert.name), alert.game),
        link: { to: '/admin/users', search: { user: alert.userId } },
      }
  }
}
