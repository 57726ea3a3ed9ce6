// How many commands there were, what became of them, and how long that took.
import { counter, histogram } from '#services/platform/metrics/registry.ts'
import type { Outcome } from './outcome.ts'

const outcomes = counter(
  'commands_total',
  'Commands by what became of them: accepted, repeated, the code of a refusal, or the name of a failure',
  ['command', 'outcome'],
)
const durations = histogram('command_seconds', 'From a command to its outcome', { labels: ['command'] })

/** Events that were decided on a state that another writer had changed: decided again. */
export const conflicts = counter('command_conflicts_total', 'Decisions that another writer made void', ['command'])

/** Counts a command by what `execute` comes to, and throws what that throws. */
export async function counted<Event>(command: string, execute: () => Promise<Outcome<Event>>): Promise<Outcome<Event>> {
  const begun = performance.now()
  let outcome = 'Error'
  try {
    const result = await execute()
    outcome = result.accepted ? (result.repeated ? 'repeated' : 'accepted') : result.refusal.code
    return result
  } catch (error) {
    if (error instanceof Error) outcome = error.name
    throw error
  } finally {
    outcomes.inc({ command, outcome })
    durations.observe({ command }, (performance.now() - begun) / 1_000)
  }
}
