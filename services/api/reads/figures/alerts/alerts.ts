// What needs somebody's attention now. It is the same for all admins, so it is found once for all who ask within a
// short time.
import { eurosOf } from '#domain/money.ts'
import type { Alerts } from '#services/contract/contract.ts'
import type { Feed } from '#services/odds/health/feed-health.ts'
import { SECOND } from '#services/platform/clock/durations.ts'
import type { Config } from '#services/platform/config.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { bigStakeAlerts, exposureAlerts } from './exposure.ts'
import { feedAlerts } from './feed.ts'
import { queueAlerts } from './queues.ts'
import { stoppedReadModels } from './read-models.ts'
import { stopAlerts } from './stops.ts'
import { witnessAlerts } from './witnesses.ts'

/**
 * System time for which alerts are kept: at least `least`; if finding them took long, KEPT_TIMES as long as that took,
 * up to `most`.
 */
const KEPT_MS = { least: SECOND, most: 5 * SECOND }
const KEPT_TIMES = 3

export type AlertBounds = Pick<Config, 'BIG_STAKE' | 'BIG_EXPOSURE'>

type Deps = {
  readonly db: Queries
  readonly feed: Feed
  readonly clock: { businessNow(): Date }
  readonly bounds: AlertBounds
  /** Monotonic milliseconds, for tests. */
  readonly now?: () => number
}

/**
 * Alerts are at most a second old, or a few seconds if finding them takes long: then the book is left alone most of the
 * time, however many admins look.
 */
export function createAlerts(deps: Deps): () => Promise<Alerts> {
  const { now = () => performance.now() } = deps
  let kept: { until: number; readonly alerts: Promise<Alerts> } | null = null
  return () => {
    if (kept !== null && now() < kept.until) return kept.alerts
    const begun = now()
    const found = { until: Number.POSITIVE_INFINITY, alerts: findAlerts(deps) }
    kept = found
    found.alerts.then(
      () => {
        const took = now() - begun
        found.until = Math.max(begun + KEPT_MS.least, now() + Math.min(KEPT_TIMES * took, KEPT_MS.most))
      },
      // a failure is not kept
      () => {
        kept = null
      },
    )
    return found.alerts
  }
}

async function findAlerts({ db, feed, clock, bounds }: Deps): Promise<Alerts> {
  const { BIG_STAKE, BIG_EXPOSURE } = bounds
  const [stops, feedIn, stopped, witnesses, queues, exposures, stakes] = await Promise.all([
    stopAlerts(db),
    feedAlerts(feed),
    stoppedReadModels(db),
    witnessAlerts(db),
    queueAlerts(db, clock.businessNow()),
    exposureAlerts(db, BIG_EXPOSURE),
    bigStakeAlerts(db, BIG_STAKE),
  ])
  const single = [...stops, ...feedIn, ...stopped, ...witnesses, ...queues]
  return {
    alerts: [...single, ...exposures.alerts, ...stakes.alerts],
    total: single.length + exposures.total + stakes.total,
    bigStake: eurosOf(BIG_STAKE),
    bigExposure: eurosOf(BIG_EXPOSURE),
  }
}
