import { Games } from '#services/contract/contract.ts'
import { newId, type Person, type TestProduct, until } from './product.ts'

const HOUR = 3_600_000

/** A game that an admin adds by hand, in two hours of business time, home at 2.10: once the board shows it. */
export async function addHouseGame(
  product: TestProduct,
  admin: Person,
  now: Date,
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
  const shown = await until(async () => {
    const { text } = await product.call('/api/sports?upcoming=true')
    return Games.parse(JSON.parse(text)).find((one) => one.home_team === home)
  })
  return { event: shown.id, home }
}
