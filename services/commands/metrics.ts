// How many commands there were, how they ended, and how long they took.
import { observed } from '#services/platform/metrics/outcome.ts'
import { counter, histogram } from '#services/platform/metrics/registry.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

const outcomes = counter(
  'commands_total',
  'Commands by what became of them: accepted, repeated, the code of a refusal, or the name of a failure',
  ['command', 'outcome'],
)
const durations = histogram('command_seconds', 'From a command to its outcome', { labels: ['command'] })

/** Decisions on a state that another writer had changed; the commands are decided again. */
export const conflicts = counter('command_conflicts_total', 'Decisions that another writer made void', ['command'])

/** Counts a command by its outcome. */
export const counted = <Event>(command: string, executed: Promise<Outcome<Event>>): Promise<Outcome<Event>> =>
  observed(executed, outcomeOf, (outcome, seconds) => {
    outcomes.inc({ command, outcome })
    durations.observe({ command }, seconds)
  })
