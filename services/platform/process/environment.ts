// Which process is given which secret. A process that does not have it cannot lose it.

export type Part = 'api' | 'projector' | 'worker' | 'simulator'

/** Settings that are secrets, or hold one, and the parts that need them. The supervisor has all; who migrates, the owner's. */
export const SECRETS: Readonly<Record<string, readonly Part[]>> = {
  // the simulator's games go by the product's clock, which is kept there
  DATABASE_URL: ['api', 'projector', 'worker', 'simulator'],
  DATABASE_OWNER_URL: [],
  EVENTSTORE_URL: ['api', 'projector', 'worker'],
  REDIS_URL: ['worker'],
  // polls, and fetches again what has grown old when a bet is placed
  ODDS_API_KEY: ['api', 'worker'],
  SUPER_ADMIN_PASSWORD: ['api'],
}

/** The environment as a part is started with it; without `part`: as a program that needs no secret of ours. */
export function environmentOf(env: NodeJS.ProcessEnv, part?: Part): NodeJS.ProcessEnv {
  const given = Object.entries(env).filter(([name]) => {
    const parts = SECRETS[name]
    return parts === undefined || (part !== undefined && parts.includes(part))
  })
  return Object.fromEntries(given)
}
