// What an admin may give as goodwill in a day, and what of it is left.
import { goodwillLeftCents } from '#domain/goodwill/goodwill.ts'
import { plainAdminBehind } from '../back-office/admins/one-hand.ts'
import type { Services } from '../services.ts'
import type { Rules } from './desk-rules.ts'

type Needed = Pick<Services, 'accounts'>

/** In cents. Nothing for whom a plain admin added: else one person had as many bounds as admins. */
export async function goodwillPerDay(services: Needed, { settings }: Rules, admin: string): Promise<number> {
  return (await plainAdminBehind(services, admin)) === null ? settings['goodwill-per-day'] : 0
}

/** Cents that are left of the bound of the day at `now`; null where there is none. */
export async function goodwillLeft(services: Needed, rules: Rules, admin: string, now: Date): Promise<number | null> {
  const [state, perDayCents] = await Promise.all([
    services.accounts.read(admin),
    goodwillPerDay(services, rules, admin),
  ])
  return goodwillLeftCents(state, perDayCents, now.toISOString())
}
