// The provider's messages behind results, against their hashes and against the score that was recorded of them. A message that
// is missing was pruned.
import type pg from 'pg'
import type { Score } from '../events/payloads.ts'
import { sha256 } from '../events/read-body.ts'
import type { Findings } from '../findings/findings.ts'

type Teams = { readonly home: string; readonly away: string }
/** `result`: '<stream>@<version>' of a result that the feed recorded. `teams`: of its fixture. */
export type NamedScore = {
  readonly result: string
  readonly message: string
  readonly score: Score | null
  readonly teams: Teams | undefined
}

type MessageRow = { readonly hash: string; readonly body: string }

/** Returns the number of rows. */
export async function checkScoreMessages(
  client: pg.Client,
  named: readonly NamedScore[],
  findings: Findings,
): Promise<number> {
  const { rows } = await client.query<MessageRow>('select hash, body from app.provider_message where hash = any($1)', [
    [...new Set(named.map(({ message }) => message))],
  ])
  const bodies = new Map(rows.map(({ hash, body }) => [hash, body]))
  for (const { result, message, score, teams } of named) {
    const body = bodies.get(message)
    if (body === undefined) continue
    const subject = `provider_message ${message} of ${result}`
    const actual = sha256(body)
    if (actual !== message) {
      findings.about(subject, 'provider_message_mismatch', message, actual)
      continue
    }
    const recorded = score === null ? 'no score' : shown(score)
    const told = toldBy(body, teams)
    if (told !== recorded) findings.about(subject, 'result_contradicted', recorded, told)
  }
  return rows.length
}

const shown = ({ home, away }: Score): string => `${home}-${away}`
const comparable = (name: unknown): string => String(name).normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

const isNamed = (name: unknown, other: unknown): boolean => comparable(name) === comparable(other)

/**
 * The final score that a message tells of a fixture, or what it tells instead. By the fixture's names; where the provider has
 * spelled a team anew, by its own name for that side, which is the other one where it lists the game the other way round.
 */
export function toldBy(body: string, teams: Teams | undefined): string {
  const { home_team, away_team, completed, scores } = parsed(body)
  if (completed !== true) return 'a game that is not completed'
  const entries = Array.isArray(scores) ? (scores as { name?: unknown; score?: unknown }[]) : []
  const pointsOf = (...names: unknown[]): string | null => {
    for (const name of names) {
      const found = entries.filter((entry) => isNamed(entry?.name, name))
      const points = found.length === 1 ? found[0]!.score : undefined
      if (typeof points === 'string' && /^\d{1,6}$/.test(points)) return String(Number(points))
    }
    return null
  }
  const isTurned = isNamed(home_team, teams?.away) || isNamed(away_team, teams?.home)
  const home = pointsOf(teams?.home, isTurned ? away_team : home_team)
  const away = pointsOf(teams?.away, isTurned ? home_team : away_team)
  return home === null || away === null ? 'no score' : `${home}-${away}`
}

function parsed(body: string): Record<string, unknown> {
  try {
    return (JSON.parse(body) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
