// Stores the provider's state as calls succeed and fail, and logs when a trouble begins and ends.
import { MINUTE, SECOND } from '#services/platform/clock/durations.ts'
import type { Credits } from '../provider/credit-headers.ts'
import type { ProviderError, ProviderFailure } from '../provider/provider-errors.ts'
import type { StateStore, Trouble } from './provider-state.ts'

export type FeedReporter = {
  answered(credits: Credits, paid: boolean): Promise<void>
  /** `isOpen`: no calls are made for a while. */
  failed(error: ProviderError, isOpen: boolean): Promise<void>
  /** Whether the credits allow prices to be read before they are too old to bet at. */
  creditsSuffice(suffice: boolean): Promise<void>
}

/** System time between writes of what changes with every call. */
const WRITE_MS = 2 * SECOND

const RUNBOOK = 'docs/runbooks/feed-silent.md'
const BEGINS: Readonly<Record<Trouble, string>> = {
  'bad-key': 'the odds provider refuses the key: no prices and scores until ODDS_API_KEY is right',
  'out-of-credits': 'the odds provider has no credits left for this key: prices and scores stand still',
  'credits-spent': 'the credits do not suffice: prices and scores are read seldom, or not at all',
  'rate-limited': 'the odds provider is asked too often, and is left alone for a moment',
  unreachable: 'the odds provider does not answer as it should: prices and scores stand still',
}

export function createFeedReporter(parts: {
  readonly state: StateStore
  readonly systemNow: () => Date
  readonly businessNow: () => Date
  readonly log: (problem: unknown) => void
}): FeedReporter {
  const { state, systemNow, businessNow, log } = parts
  let writtenAt = Number.NEGATIVE_INFINITY
  let said = { suffice: true, at: Number.NEGATIVE_INFINITY }
  let calls = 0
  let failures = 0
  let hadCredits: boolean | null = null

  async function write(): Promise<void> {
    const [madeCalls, madeFailures] = [calls, failures]
    calls = 0
    failures = 0
    writtenAt = systemNow().getTime()
    await state.count(systemNow().toISOString().slice(0, 10), madeCalls, madeFailures)
  }

  async function begin(trouble: Trouble, why: string): Promise<void> {
    if (await state.begin(trouble, businessNow())) log(`${BEGINS[trouble]}${why}; what to do: ${RUNBOOK}`)
  }

  async function end(troubles: readonly Trouble[]): Promise<void> {
    const since = await state.end(troubles)
    if (since !== null) log(`the odds feed is back after ${lengthOf(since, businessNow())}`)
  }

  /** A failure to store the state must not lose the reply itself. */
  const safely = async (work: () => Promise<void>): Promise<void> => work().catch(log)

  return {
    answered: ({ remaining, ...credits }, paid) =>
      safely(async () => {
        calls += 1
        const hasCredits = remaining === null ? hadCredits : remaining > 0
        const isNews = hasCredits !== hadCredits
        if (!isNews && systemNow().getTime() - writtenAt < WRITE_MS) return
        hadCredits = hasCredits
        await state.writeCredits({ remaining, ...credits }, systemNow())
        await state.writeAnswer(businessNow())
        await write()
        await end(endedBy(paid, hasCredits === true))
      }),

    failed: (error, isOpen) =>
      safely(async () => {
        calls += 1
        failures += 1
        const isFirst = systemNow().getTime() - writtenAt >= WRITE_MS
        const trouble = isOpen ? troubleOf(error.failure) : null
        if (!isFirst && trouble === null) return
        await state.writeError(error.code ?? error.failure, error.message, businessNow())
        if (error.credits !== null && error.credits.remaining !== null) {
          hadCredits = error.credits.remaining > 0
          await state.writeCredits(error.credits, systemNow())
        }
        await write()
        // so that what comes next is stored at once
        writtenAt = Number.NEGATIVE_INFINITY
        if (trouble !== null) await begin(trouble, `: ${error.message.replace(/[.\s]+$/, '')}`)
      }),

    creditsSuffice: (suffice) =>
      safely(async () => {
        const now = systemNow().getTime()
        if (suffice === said.suffice && now - said.at < WRITE_MS) return
        said = { suffice, at: now }
        if (suffice) await end(['credits-spent'])
        else await begin('credits-spent', '')
      }),
  }
}

function troubleOf(failure: ProviderFailure): Trouble {
  if (failure === 'bad-key' || failure === 'out-of-credits' || failure === 'rate-limited') return failure
  return 'unreachable'
}

/** Calls that cost nothing succeed even without credits. */
function endedBy(paid: boolean, hasCredits: boolean): Trouble[] {
  const reached: Trouble[] = ['bad-key', 'rate-limited', 'unreachable']
  return paid || hasCredits ? [...reached, 'out-of-credits'] : reached
}

const lengthOf = (since: Date, now: Date): string => {
  const minutes = Math.round((now.getTime() - since.getTime()) / MINUTE)
  return minutes < 1 ? 'less than a minute' : minutes === 1 ? 'a minute' : `${minutes} minutes`
}
