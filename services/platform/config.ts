// Every setting of the product, parsed once. A wrong value stops the start with one clear line.
import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { validateHeaderName, validateHeaderValue } from './http.ts'
import { sayWrong } from './say-wrong.ts'
import { secretsInFiles } from './secret-files.ts'

/** A URL of one of these schemes. */
const url = (protocol: RegExp, begins: string) =>
  z.url({ protocol, error: `must be an address that starts with ${begins}` })
const postgres = url(/^postgres(ql)?$/, 'postgresql://')
const web = url(/^https?$/, 'http:// or https://')

const port = z.coerce.number().int().min(0).max(65_535)
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')
/** Ten billion euros, the limit of a setting (`domain/limits.ts`, which nothing here may import). */
const MAX_SETTING_CENTS = 1_000_000_000_000
const euros = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,2})?$/, 'must be an amount in euros, such as 20 or 20.50')
  .transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return Number(whole) * 100 + Number(part.padEnd(2, '0'))
  })
  .refine((cents) => cents <= MAX_SETTING_CENTS, 'must be 10000000000 at most')

const HEADERS = 'must be name=value, several with commas between, and with percent signs for what does not go there'
/**
 * Parses headers in OpenTelemetry's format into an object. A message never says what is wrong with a header, because it
 * may be a secret.
 */
const headers = z.string().transform((text, context) => {
  // the list may end with a comma
  const pairs = text.replace(/,\s*$/, '').split(',')
  try {
    return Object.fromEntries(pairs.map(headerIn))
  } catch {
    context.addIssue(HEADERS)
    return z.NEVER
  }
})

function headerIn(pair: string): [name: string, value: string] {
  const [, name = '', text = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
  const value = decodeURIComponent(text)
  validateHeaderName(name)
  validateHeaderValue(name, value)
  return [name, value]
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** As the server takes them: an address, a network by its length or its mask, or a network's name. */
function isProxy(text: string): boolean {
  if (NAMED_NETWORKS.has(text)) return true
  const [address = '', range, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  if (range === undefined) return true
  if (version === 4 && isIP(range) === 4) return true
  return /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (version === 4 ? 32 : 128)
}

const proxies = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const wrong = text.split(',').find((one) => !isProxy(one.trim()))
    if (wrong === undefined) return
    context.addIssue(
      `'${wrong.trim()}' is no address, no network (10.0.0.0/8), and not loopback, linklocal or uniquelocal`,
    )
  })

const signingKey = z.string().refine((pem) => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}, 'must be a private key of Ed25519, in PEM')

const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: postgres.optional(),
  /** The role that migrates, if the services' role may not. */
  DATABASE_OWNER_URL: postgres.optional(),
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|esdb\+discover|kurrentdb):\/\//, 'must start with esdb://')
    .optional(),
  EVENTSTORE_PREFIX: z
    .string()
    .regex(/^[a-z0-9]{0,32}$/, 'must have at most 32 characters, small letters and digits')
    .default(''),
  REDIS_URL: url(/^rediss?$/, 'redis:// or rediss://').optional(),
  ODDS_API_KEY: z.string().min(1).optional(),
  ODDS_API_BASE_URL: web.optional(),
  ODDS_CREDITS_PER_DAY: z.coerce.number().int().min(1).optional(),
  SUPER_ADMIN_USERNAME: z.string().min(3).max(32).default('superadmin'),
  SUPER_ADMIN_PASSWORD: z.string().min(6).max(200).optional(),
  SIM_SEED: z.string().min(1).max(100).default('fairbook'),
  SIM_SPEED: z.coerce.number().int().min(1).max(3600).default(1),
  /** How often something goes wrong in the simulated feed on its own. */
  SIM_FAULTS: z.enum(['off', 'rare', 'season']).default('off'),
  SIM_PORT: port.default(0),
  /** The simulator has no access control: serve it beyond loopback only in a closed network. */
  SIM_HOST: z.string().min(1).default('127.0.0.1'),
  /** Required: an admin without a second factor can do nothing but set one up. */
  ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  /**
   * What counts as suspicious: accounts at one address; seconds between a bet and a fall of its odds; that fall as a
   * factor; a stake as a multiple of the account's median.
   */
  SUSPICIOUS_ACCOUNTS: z.coerce.number().int().min(2).max(50).default(3),
  SUSPICIOUS_LEAD_S: z.coerce.number().int().min(1).max(600).default(15),
  SUSPICIOUS_ODDS_FALL: z.coerce.number().min(1.01).max(100).default(1.25),
  SUSPICIOUS_STAKE_FACTOR: z.coerce.number().min(2).max(10_000).default(10),
  /** From which stake on an open bet, and from which exposure on an outcome, admins are alerted. */
  BIG_STAKE: euros.default(100_00),
  BIG_EXPOSURE: euros.default(5_000_00),
  // what follows, up to ACCEPTANCE_DELAY_S, holds from the first start until super admins change it on screen
  /** Paid by the house at sign-up. */
  WELCOME_GRANT: euros.default(0),
  /** What plain admins together may draw from the treasury in a business day without a super admin's approval. */
  TREASURY_DAILY_BUDGET: euros.default(20_000_00),
  /** Goodwill that a plain admin may pay in a business day. */
  GOODWILL_PER_DAY: euros.default(100_00),
  /** Largest potential return of one bet; a larger bet is refused when it is placed. */
  MAX_PAYOUT: euros.refine((cents) => cents > 0, 'must be above 0').default(10_000_000_00),
  /** What a decision by hand may move before it waits for a second admin. */
  FOUR_EYES_ABOVE: euros.default(5_000_00),
  /** What one admin may move in a business day by deciding alone; FOUR_EYES_ABOVE if it is not set. */
  FOUR_EYES_PER_DAY: euros.optional(),
  /** How long a bet in play waits before it is priced, in seconds of business time; 0 for not at all. */
  ACCEPTANCE_DELAY_S: z.coerce.number().min(0).max(10).default(5),
  /**
   * Open event streams; at the limit the oldest is closed. An address may be a whole office, or an IPv6 /64 network.
   */
  STREAMS_PER_SESSION: z.coerce.number().int().min(1).max(1_000).default(8),
  STREAMS_PER_ADDRESS: z.coerce.number().int().min(1).max(10_000).default(500),
  /** Concurrent bets and reads of one account, or of one address without a session. */
  BETS_AT_ONCE: z.coerce.number().int().min(1).default(2),
  READS_AT_ONCE: z.coerce.number().int().min(1).default(2),
  /** How many more of each may wait; at least one, because calls begin one by one. */
  CALLS_WAITING: z.coerce.number().int().min(1).default(1_000),
  /** Calls from one address that are running or waiting, of all its accounts. */
  CALLS_PER_ADDRESS: z.coerce.number().int().min(1).default(2_000),
  TRUST_PROXY: proxies.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Where an api writes its security log: stdout, stderr, off or the path of a file. */
  SECURITY_LOG: z.string().min(1).default('stdout'),
  /** The name under which the log signs its checkpoints: where it is served, without the scheme. */
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+\p{Cc}]{1,200}$/u, 'must be an address without scheme, spaces and plus signs')
    .optional(),
  /** The key that signs them, Ed25519 as PEM; made in DATA_DIR if it is not set. */
  LOG_SIGNING_KEY: signingKey.optional(),
  /** The verifier key of a new key that replaces another on purpose. */
  LOG_KEY_CHANGED: z.string().min(1).optional(),
  /** Why it replaces the other. */
  LOG_KEY_CHANGE_REASON: z.enum(['rotated', 'lost', 'compromised']).optional(),
  /** For a rotation: the old key, which endorses the new one. */
  LOG_SIGNING_KEY_OLD: signingKey.optional(),
  /** For a compromise: up to how many events signatures of the old key count. */
  LOG_KEY_TRUSTED_TO: z.coerce.number().int().min(0).optional(),
  /** For a key that is lost with the end of its log: how many events are left. */
  LOG_KEY_AFTER_LOSS: z.coerce.number().int().min(1).optional(),
  /**
   * The witnesses that cosign checkpoints: 'https://witness.example witness.example+0a1b2c3d+BA…', separated by commas.
   */
  LOG_WITNESSES: z.string().min(1).optional(),
  /** Where backups go, who can read them (age recipients, separated by commas), and what opens them. */
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_RECIPIENTS: z.string().min(1).optional(),
  BACKUP_IDENTITY_FILE: z.string().min(1).optional(),
  /** How many backups are kept at least, and for how many days any beyond those. */
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(14),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(0).max(36_500).default(30),
  NO_BUILD: flag.default(false),
  /**
   * Where a process serves its metrics; under the supervisor the first of five ports, one for each service. Not served
   * if it is not set.
   */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_531).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Where traces are sent, by OTLP over HTTP; without it there are none. These are OpenTelemetry's own variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: web.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: web.optional(),
  /** Headers for the collector: 'authorization=…'. */
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  /** The same for traces only; these win if both have a header. */
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'must be http/json, the only one that is spoken').optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z
    .literal('http/json', 'must be http/json, the only one that is spoken')
    .optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_SDK_DISABLED: flag.default(false),
  /** Each process decides by the id of the trace alone, so parent-based samplers decide the same. */
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Milliseconds between two exports. */
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5_000),
  /** Touched every five seconds by a process that was started by hand. */
  HEARTBEAT_FILE: z.string().min(1).optional(),
})

export type Config = z.infer<typeof Settings>

/** Business seconds per system second; 1 with a real provider, whose games cannot be sped up. */
export const clockSpeed = ({ ODDS_API_KEY, SIM_SPEED }: Pick<Config, 'ODDS_API_KEY' | 'SIM_SPEED'>): number =>
  ODDS_API_KEY === undefined ? SIM_SPEED : 1

/** Each secret may be in a file that NAME_FILE names. Throws one line that names every wrong variable. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.entries({ ...env, ...secretsInFiles(env) })
  const present = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Settings.safeParse(present, { error: sayWrong })
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}
