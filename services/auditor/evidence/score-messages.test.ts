import { expect, test } from 'vitest'
import { Findings } from '../findings/findings.ts'
import { parsed } from './message-body.ts'
import { checkScores } from './score-messages.ts'
import { messageKey, type NamedMessage } from './stored-messages.ts'

const teams = { home: 'Atlético Madrid', away: 'Oviedo' }
const score = { home: 2, away: 1 }
type Entry = readonly [name: string, score: unknown]
const message = (
  changes: object = {},
  entries: readonly Entry[] = [
    ['Oviedo', '1'],
    ['Atlético Madrid', '2'],
  ],
) =>
  JSON.stringify({
    home_team: teams.home,
    away_team: teams.away,
    completed: true,
    scores: entries.map(([name, score]) => ({ name, score })),
    ...changes,
  })
const named: NamedMessage = {
  message: 'f'.repeat(64),
  fixture: '1',
  kind: 'score',
  by: 'fixture-1@1',
  at: '2026-01-10T12:00:00.000Z',
  account: null,
  isKept: true,
}

/** The findings about a result of 2-1 that names the message. */
function codesOf(body: string): string[] {
  const findings = new Findings()
  const messages = new Map([[messageKey(named.message, named.fixture), { says: parsed(body), fetchedAt: new Date(0) }]])
  checkScores([{ score, named }], messages, () => teams, findings)
  return findings.sorted().map(({ code, actual }) => `${code} ${actual}`)
}

test.each([
  ['the score that was recorded', message()],
  [
    'it in another spelling',
    message({}, [
      ['oviedo ', '1'],
      ['Atle\u0301tico  MADRID', '2'],
    ]),
  ],
  [
    'it under a new name of a side',
    message({ home_team: 'Atleti' }, [
      ['Oviedo', '1'],
      ['Atleti', '2'],
    ]),
  ],
  [
    'it the other way round, under a new name of a side',
    message({ home_team: 'Oviedo', away_team: 'Atleti' }, [
      ['Oviedo', '1'],
      ['Atleti', '2'],
    ]),
  ],
])('a message that tells %s is clean', (_, body) => expect(codesOf(body)).toEqual([]))

test.each([
  [
    'another score',
    '0-3',
    message({}, [
      ['Oviedo', '3'],
      ['Atlético Madrid', '0'],
    ]),
  ],
  [
    'the sides exchanged',
    '1-2',
    message({ home_team: 'Oviedo', away_team: teams.home }, [
      ['Oviedo', '2'],
      ['Atlético Madrid', '1'],
    ]),
  ],
  ['a game that goes on', 'a game that is not completed', message({ completed: false })],
  ['no score', 'no score', message({ scores: null })],
  [
    'a side twice',
    'no score',
    message({}, [
      ['Oviedo', '1'],
      ['Oviedo', '1'],
      ['Atlético Madrid', '2'],
    ]),
  ],
  ['nothing', 'a game that is not completed', 'null'],
  ['no JSON', 'a game that is not completed', 'derby'],
])('a message that tells %s is found', (_, told, body) =>
  expect(codesOf(body)).toEqual([`result_contradicted ${told}`]),
)
