// The quotes that a bet embeds, against their fixtures.
import type { StruckLeg } from '../events/payloads.ts'
import type { Fixture } from '../replay/entities.ts'
import type { CheckContext } from '../replay/event-check.ts'
import { startAt } from './fixtures.ts'

export function checkQuote(
  { meta, place, findings, subject }: CheckContext,
  index: number,
  leg: StruckLeg,
  fixture: Fixture | undefined,
): void {
  if (fixture === undefined || leg.fixtureVersion > fixture.stream.version) {
    const known = fixture ? `fixture-${fixture.id} up to @${fixture.stream.version}` : 'a fixture in the log'
    findings.at(place, 'quote_unknown', known, `leg ${index}: fixture-${leg.fixture}@${leg.fixtureVersion}`, subject)
    return
  }
  const wrong = (what: string, expected: unknown, actual: unknown) =>
    findings.at(place, 'quote_mismatch', `leg ${index}: ${what} ${expected}`, String(actual), subject)
  if (leg.league !== fixture.league) wrong('league', fixture.league, leg.league)
  const start = startAt(fixture, leg.fixtureVersion)
  if (leg.startsAt !== start) wrong('start', start, leg.startsAt)
  if (leg.market !== 'h2h' || leg.point !== null) wrong('market', 'h2h', `${leg.market} ${leg.point ?? ''}`)
  if (!isOffered(leg)) wrong('selection', leg.drawOffered ? 'home, draw or away' : 'home or away', leg.selection)
  else if (!mayBeNamed(leg, fixture)) wrong('name', `of ${leg.selection}`, leg.selectionName)
  if (leg.fetchedAt > meta.at) findings.at(place, 'quote_time', `at most ${meta.at}`, leg.fetchedAt, subject)
}

const isOffered = ({ selection, drawOffered }: StruckLeg): boolean =>
  selection === 'home' || selection === 'away' || (selection === 'draw' && drawOffered)

/** The provider may spell a team differently than when the game was listed, but never as the other team. */
function mayBeNamed({ selection, selectionName }: StruckLeg, { home, away }: Fixture): boolean {
  if (selection === 'draw' || selectionName === 'Draw') return selection === 'draw' && selectionName === 'Draw'
  return home === away || selectionName !== (selection === 'home' ? away : home)
}
