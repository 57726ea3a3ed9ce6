// Checks the final scores of results against what the provider's messages say.
import type { Score } from '../events/payloads.ts'
import type { Findings } from '../findings/findings.ts'
import { type Entry, entriesIn, isNamed, sidesIn, type Teams } from './message-body.ts'
import { messageKey, type NamedMessage, type ReadMessage } from './stored-messages.ts'

/** A score that the feed recorded, and one of the messages that it was read from. */
export type NamedScore = { readonly score: Score | null; readonly named: NamedMessage }

/** `messages`: those without fault, by `messageKey`. */
export function checkScores(
  scores: readonly NamedScore[],
  messages: ReadonlyMap<string, ReadMessage>,
  teamsOf: (fixture: string) => Teams | undefined,
  findings: Findings,
): void {
  for (const { score, named } of scores) {
    const { message, fixture, by } = named
    const says = messages.get(messageKey(message, fixture))?.says
    if (says === undefined) continue
    const [recorded, told] = [shown(score), scoreTold(says, teamsOf(fixture))]
    if (told === recorded) continue
    findings.about(`provider_message ${message} of ${by}`, 'result_contradicted', recorded, told)
  }
}

const shown = (score: Score | null): string => (score === null ? 'no score' : `${score.home}-${score.away}`)

/**
 * The final score of a fixture in a message, or what the message says instead. Teams are found by the fixture's names
 * or the message's own.
 */
function scoreTold(message: Entry, teams: Teams | undefined): string {
  if (message.completed !== true) return 'a game that is not completed'
  const entries = entriesIn(message.scores)
  const sides = sidesIn(message, teams)
  const pointsOf = (...names: unknown[]): number | null => {
    for (const name of names) {
      const found = entries.filter((entry) => isNamed(entry.name, name))
      const points = found.length === 1 ? found[0]!.score : undefined
      if (typeof points === 'string' && /^\d{1,6}$/.test(points)) return Number(points)
    }
    return null
  }
  const home = pointsOf(teams?.home, sides.home)
  const away = pointsOf(teams?.away, sides.away)
  return shown(home === null || away === null ? null : { home, away })
}
