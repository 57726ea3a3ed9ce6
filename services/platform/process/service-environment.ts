// Which service is given which secrets: a process cannot leak what it does not have.

export type Service = 'api' | 'projector' | 'notary' | 'worker' | 'simulator'

/**
 * Settings that are secrets, or contain one, and the services that need them. The owner's URL is for migrations alone.
 */
export const SECRETS: Readonly<Record<string, readonly Service[]>> = {
  // the simulator reads the business clock from it
  DATABASE_URL: ['api', 'projector', 'notary', 'worker', 'simulator'],
  DATABASE_OWNER_URL: [],
  EVENTSTORE_URL: ['api', 'projector', 'notary', 'worker'],
  REDIS_URL: ['worker'],
  // the worker polls, and the api refreshes stale quotes when a bet is placed
  ODDS_API_KEY: ['api', 'worker'],
  SUPER_ADMIN_PASSWORD: ['api'],
  LOG_SIGNING_KEY: ['notary'],
  LOG_SIGNING_KEY_OLD: ['notary'],
  // the simulator plays somebody else's server, and has no traces of ours
  OTEL_EXPORTER_OTLP_HEADERS: ['api', 'projector', 'notary', 'worker'],
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: ['api', 'projector', 'notary', 'worker'],
}

/**
 * The environment to start a service with, or, without `service`, a program that needs none of the secrets. If a secret
 * is in a file, its path is given to the same services.
 */
export function environmentOf(env: NodeJS.ProcessEnv, service?: Service): NodeJS.ProcessEnv {
  const allowed = Object.entries(env).filter(([name]) => {
    const services = SECRETS[name.replace(/_FILE$/, '')]
    return services === undefined || (service !== undefined && services.includes(service))
  })
  return Object.fromEntries(allowed)
}
