// The scenarios of projections/testing, as an audit reads them.
import { randomScenario, type ScenarioStep } from '#projections/testing/scenario.ts'
import type { FindingCode } from '#services/auditor/findings/finding-codes.ts'

/** They are decided by the deciders, but ids of the provider move between their games, and their people and quotes have no rows. */
export const OF_THE_SCENARIO: ReadonlySet<FindingCode> = new Set([
  'provider_id_taken',
  ...(['identity_gone', 'session_gone', 'reason_gone', 'note_gone'] as const),
  ...(['quote_message_gone', 'result_message_gone'] as const),
])

const TRANSFER_TIMEOUT_MS = 60_000

/**
 * Whether a finding is not explained by the scenario. Its transfers arrive a few steps later, which takes up to a
 * minute on a busy machine: before that, none can be stuck. `begun`: the earliest time of the first step. `at`: time of
 * the audit.
 */
export const isOfTheProduct = (code: FindingCode, begun: number, at: number): boolean =>
  !OF_THE_SCENARIO.has(code) && (code !== 'transfer_stuck' || at - begun <= TRANSFER_TIMEOUT_MS)

/**
 * Recorded at the time of writing, as real stores do. All steps are made now: nobody who waits for the first is held up
 * by the others.
 */
export const stepsWrittenNow = (seed: number, steps: number): IterableIterator<ScenarioStep> =>
  randomScenario(seed, steps)
    .values()
    .map((step) => ({ ...step, meta: { ...step.meta, recordedAt: new Date().toISOString() } }))
