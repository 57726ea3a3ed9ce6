// The desk's rules as this process has them: settings of the book, stops of betting, and hidden leagues. No outcome may
// rest on cached rules alone: a bet is recorded only while the desk's stream still has the head that the rules were
// read at, and a bet that is not recorded is decided by rules read from the ledger after it was requested. An append
// can be bound to only one head, so hiding a league is confirmed only once every process applies it
// (`stop-barrier.ts`).
import { DESK, deskStream } from '#domain/desk/events.ts'
import type { Settings } from '#domain/desk/settings.ts'
import { NO_STOPS, type Stops } from '#domain/desk/stops.ts'
import { OFFER } from '#domain/offer/events.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import type { Commands } from '#services/commands/commands.ts'
import { nullIfSuperseded } from '#services/commands/outcome.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import type { Bound } from '#services/commands/recorder.ts'
import { StoreUnavailable, type StreamHead } from '#services/event-store/port.ts'
import { createBag } from '#services/platform/bag.ts'
import type { Config } from '#services/platform/config.ts'

/**
 * `head`: of the desk's stream. Its hash identifies these rules in the ledger; it is null before the first rule.
 * `hidden`: blacklisted leagues.
 */
export type Rules = {
  readonly settings: Settings
  readonly stops: Stops
  readonly head: StreamHead
  readonly hidden: ReadonlySet<string>
}

/** The field of an event that names the rules it was decided by. */
export const namedIn = ({ head: { hash } }: Rules): { readonly configuration?: string } =>
  hash === null ? {} : { configuration: hash }

/** After losing this many times in a row to changed rules, a command is told to try again. */
const MAX_ATTEMPTS = 64

const DESK_STREAM = deskStream(DESK)

/** Binds a command's append to these rules: it is recorded only while they are in force. */
export const givenBy = ({ head }: Rules): Bound => ({ given: { stream: DESK_STREAM, head } })

export type DeskRules = {
  /** The rules in the ledger now. */
  now(): Promise<Rules>
  /** The rules as this process read them last, for display and anything else that decides nothing. */
  seen(): Rules
  /**
   * Runs `work` with the current rules. It is first run with the rules read last: what that accepts is final, since its
   * append was `givenBy` them. Otherwise it is run again if the ledger has other rules by then. `settled` waits until
   * this ends.
   */
  decide<Result extends Decided>(work: (rules: Rules) => Promise<Result>): Promise<Result>
  /**
   * Resolves when nothing is being decided any more by rules that were read before this call. Rejects if the rules
   * cannot be read.
   */
  settled(): Promise<void>
}

/** Result of `work`: accepted, or anything that is not recorded. */
type Decided = { readonly accepted: boolean } | { readonly restMs: number }

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

/** The settings as the environment has them; in force until somebody changes them. */
export const seedsOf = (config: SeedSource): Settings => ({
  'max-payout': config.MAX_PAYOUT,
  'acceptance-delay': Math.round(config.ACCEPTANCE_DELAY_S * 1_000),
  'welcome-grant': config.WELCOME_GRANT,
  'odds-policy': 'within-10-percent',
  'goodwill-per-day': config.GOODWILL_PER_DAY,
  'treasury-per-day': config.TREASURY_DAILY_BUDGET,
  'four-eyes-above': config.FOUR_EYES_ABOVE,
  'four-eyes-per-day': config.FOUR_EYES_PER_DAY ?? config.FOUR_EYES_ABOVE,
})

/** Reads the rules. Settings that the ledger does not have yet are first recorded with the environment's values. */
export async function openDeskRules(
  { desk, offer }: Pick<Commands, 'desk' | 'offer'>,
  config: SeedSource,
  businessNow: () => Date,
): Promise<DeskRules> {
  const seeds = seedsOf(config)
  await seed(desk, seeds, businessNow())
  let seen: Rules = { settings: seeds, stops: NO_STOPS, head: { version: -1, hash: null }, hidden: new Set() }
  let seenOffer: string | null = null
  const inProgress = createBag<Promise<unknown>>()

  async function now(): Promise<Rules> {
    await Promise.all([
      desk.view(DESK, ({ settings, stops }, head) => {
        if (head.hash === seen.head.hash) return
        seen = { ...seen, settings: { ...seeds, ...Object.fromEntries(settings) } as Settings, stops, head }
      }),
      offer.view(OFFER, ({ blacklisted }, head) => {
        if (head.hash === seenOffer) return
        seenOffer = head.hash
        seen = { ...seen, hidden: new Set(blacklisted) }
      }),
    ])
    return seen
  }
  await now()

  async function decide<Result extends Decided>(work: (rules: Rules) => Promise<Result>): Promise<Result> {
    for (let by = seen, attempt = 0; attempt < MAX_ATTEMPTS; by = seen, attempt++) {
      const result = await work(by).catch(nullIfSuperseded)
      if (result !== null && 'accepted' in result && result.accepted) return result
      const inForce = await now()
      if (result !== null && inForce === by) return result
    }
    throw new StoreUnavailable(`the rules of the desk changed ${MAX_ATTEMPTS} times while it was decided by them`)
  }

  return {
    now,
    seen: () => seen,
    decide(work) {
      const run = decide(work)
      const one = inProgress.add(run)
      const end = () => inProgress.remove(one)
      run.then(end, end)
      return run
    },
    async settled() {
      // work that begins from here on uses the rules read here
      await now()
      await Promise.allSettled(inProgress.items())
    },
  }
}

async function seed(desk: Commands['desk'], settings: Settings, at: Date): Promise<void> {
  const command = { type: 'SeedSettings', settings } as const
  const id = commandId('setup', `settings ${hashCommand(command)}`)
  const outcome = await desk.execute(DESK, command, productMeta('setup', { id, request: command, at }))
  if (!outcome.accepted) throw new Error(`settings: ${outcome.refusal.error}`)
}
