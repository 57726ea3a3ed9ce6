// Alerts about old prices, and about trouble of the provider.
import type { Alert } from '#services/contract/contract.ts'
import type { Feed } from '#services/odds/health/feed-health.ts'

export async function feedAlerts(feed: Feed): Promise<Alert[]> {
  const { status, since, trouble, counts } = await feed.health()
  const alerts: Alert[] = []
  if (status !== 'live')
    alerts.push({ kind: 'feed-stale', id: 'feed-stale', since, status, leagues: counts.staleLeagues })
  if (trouble !== null) {
    alerts.push({
      kind: 'feed-trouble',
      id: `feed-trouble ${trouble.kind}`,
      since: trouble.since,
      trouble: trouble.kind,
    })
  }
  return alerts
}
