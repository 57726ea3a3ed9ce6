// Alerts about stopped betting, which is easily forgotten by anyone but the admin who stopped it.
import { currentStops } from '#projections/desk/queries.ts'
import type { Alert } from '#services/contract/contract.ts'
import type { Queries } from '#services/platform/database/queries.ts'

export async function stopAlerts(db: Queries): Promise<Alert[]> {
  const stops = await currentStops(db)
  const all = stops.find(({ fixture }) => fixture === '')
  const oldest = all ?? stops.at(-1)
  if (oldest === undefined) return []
  const since = oldest.since.toISOString()
  return [{ kind: 'betting-stopped', id: 'betting-stopped', since, all: all !== undefined, stops: stops.length }]
}
