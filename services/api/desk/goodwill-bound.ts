// How much goodwill an admin may pay in a day, and how much of that is left.
import { goodwillLeftCents } from '#domain/goodwill/goodwill.ts'
import { plainAdminBehind } from '../back-office/admins/one-hand.ts'
import type { Services } from '../services.ts'
import type { Rules } from './desk-rules.ts'

type Needed = Pick<Services, 'accounts'>

/** In cents. 0 for an admin whom a plain admin added: otherwise one person could have as many limits as accounts. */
export async function goodwillPerDay(services: Needed, { settings }: Rules, admin: string): Promise<number> {
  return (await plainAdminBehind(services, admin)) === null ? settings['goodwill-per-day'] : 0
}

/** Cents that are left for the business day at `now`; null if there is no limit. */
export async function goodwillLeft(services: Needed, rules: Rules, admin: string, now: Date): Promise<number | null> {
  const [state, perDayCents] = await Promise.all([
    services.accounts.read(admin),
    goodwillPerDay(services, rules, admin),
  ])
  return goodwillLeftCents(state, perDayCents, now.toISOString())
}
