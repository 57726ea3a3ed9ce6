import { Games } from '#services/contract/contract.ts'
import { callAt, newId, type Person, type TestProduct, until } from './product.ts'

const HOUR = 3_600_000

/**
 * Adds a game of the house that starts in two hours of business time, home at 2.10. Resolves once the boards of these
 * apis show it.
 */
export async function addHouseGame(
  product: TestProduct,
  admin: Person,
  now: Date,
  origins: readonly string[] = [product.origin],
): Promise<{ event: string; home: string }> {
  const home = `Rovers ${newId().slice(0, 8)}`
  const game = {
    id: null,
    sport_key: 'soccer_epl',
    home_team: home,
    away_team: 'Wanderers',
    commence_time: new Date(now.getTime() + 2 * HOUR).toISOString(),
    odds: { home_team: 2.1, draw: 3.4, away_team: 3.6 },
    odds_confirmed: true,
  }
  await product.admin(admin.token, { action: 'update-games-of-day', games: [game] })
  const shown = await Promise.all(
    origins.map((origin) =>
      until(async () => {
        const { text } = await callAt(origin, '/api/sports?upcoming=true', {})
        // it is listed first, and priced by a later event
        return Games.parse(JSON.parse(text)).find((one) => one.home_team === home && one.odds !== undefined)
      }),
    ),
  )
  return { event: shown[0]!.id, home }
}
