// The rules of the desk as this process has them: settings of the book, and what betting is stopped on. Nothing is decided by
// what is only cached: a bet is decided by rules that were read from the ledger after it was requested.
import { DESK } from '#domain/desk/events.ts'
import type { Settings } from '#domain/desk/settings.ts'
import { NO_STOPS, type Stops } from '#domain/desk/stops.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import type { Commands } from '#services/commands/commands.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import type { Config } from '#services/platform/config.ts'

/** `name`: hash of the last event on the desk's stream, which names these rules in the ledger; null before the first. */
export type Rules = { readonly settings: Settings; readonly stops: Stops; readonly name: string | null }

/** What an event says of the rules that it was decided by. */
export const namedIn = ({ name }: Rules): { readonly configuration?: string } =>
  name === null ? {} : { configuration: name }

export type DeskRules = {
  /** As the ledger has them now. */
  now(): Promise<Rules>
  /** As this process read them last, for what decides nothing. */
  seen(): Rules
  /** Does work by the rules of now. Until it ends, `settled` waits. */
  decide<Result>(work: (rules: Rules) => Promise<Result>): Promise<Result>
  /** Resolves when nothing is being decided by rules that were read before this call. */
  settled(): Promise<void>
}

export type SeedSource = Pick<
  Config,
  | 'MAX_PAYOUT'
  | 'ACCEPTANCE_DELAY_S'
  | 'WELCOME_GRANT'
  | 'GOODWILL_PER_DAY'
  | 'TREASURY_DAILY_BUDGET'
  | 'FOUR_EYES_ABOVE'
  | 'FOUR_EYES_PER_DAY'
>

/** What the environment says of the settings, in force until somebody changes them. */
const seedsOf = (config: SeedSource): Settings => ({
  'max-payout': config.MAX_PAYOUT,
  'acceptance-delay': Math.round(config.ACCEPTANCE_DELAY_S * 1_000),
  'welcome-grant': config.WELCOME_GRANT,
  'odds-policy': 'within-10-percent',
  'goodwill-per-day': config.GOODWILL_PER_DAY,
  'treasury-per-day': config.TREASURY_DAILY_BUDGET,
  'four-eyes-above': config.FOUR_EYES_ABOVE,
  'four-eyes-per-day': config.FOUR_EYES_PER_DAY ?? config.FOUR_EYES_ABOVE,
})

/** Settings that the ledger does not have yet are recorded first, as the environment has them. */
export async function openDeskRules(
  desk: Commands['desk'],
  config: SeedSource,
  businessNow: () => Date,
): Promise<DeskRules> {
  const seeds = seedsOf(config)
  await seed(desk, seeds, businessNow())
  let seen: Rules = { settings: seeds, stops: NO_STOPS, name: null }
  const inProgress = new Set<Promise<unknown>>()

  async function now(): Promise<Rules> {
    seen = await desk.view(DESK, ({ settings, stops }, name) =>
      name === seen.name ? seen : { settings: { ...seeds, ...Object.fromEntries(settings) } as Settings, stops, name },
    )
    return seen
  }
  await now()

  return {
    now,
    seen: () => seen,
    decide(work) {
      const run = now().then(work)
      inProgress.add(run)
      const end = () => void inProgress.delete(run)
      run.then(end, end)
      return run
    },
    async settled() {
      await Promise.allSettled([...inProgress])
    },
  }
}

async function seed(desk: Commands['desk'], settings: Settings, at: Date): Promise<void> {
  const command = { type: 'SeedSettings', settings } as const
  const id = commandId('setup', `settings ${hashCommand(command)}`)
  const outcome = await desk.execute(DESK, command, productMeta('setup', { id, request: command, at }))
  if (!outcome.accepted) throw new Error(`settings: ${outcome.refusal.error}`)
}
