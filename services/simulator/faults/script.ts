// The script: faults that somebody has ordered, for one game or for replies. What the feed shows follows from the seed,
// the time and the script, whenever the script was written: each entry names its own instants.
import { z } from 'zod'
import { MINUTE } from '#services/platform/clock/durations.ts'
import type { SimulatedGame } from '../schedule/simulated-game.ts'
import {
  type AnswerFaultKind,
  answerFaultKinds,
  type GameFault,
  type GameFaultKind,
  gameFaultKinds,
} from './game-fault.ts'
import { LATEST } from './random-faults.ts'

const Instant = z.iso.datetime()
const Minutes = z
  .number()
  .int()
  .min(1)
  .max(LATEST.other / MINUTE)

/** `at`: when it begins; now by default. `minutes`: by how much a game is late, or how long the fault lasts. */
const GameEntry = z.strictObject({
  fault: z.enum(gameFaultKinds),
  fixture: z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of a game in the feed'),
  at: Instant.optional(),
  minutes: Minutes.optional(),
})
/** Without a league: all replies. `delayMs`: for a slow reply, in system time. */
const AnswerEntry = z.strictObject({
  fault: z.enum(answerFaultKinds),
  league: z.string().max(100).optional(),
  at: Instant.optional(),
  minutes: Minutes.optional(),
  delayMs: z.number().int().min(1).max(120_000).optional(),
})
export const Entry = z.union([GameEntry, AnswerEntry])
export type Entry = z.infer<typeof Entry>
type When = { readonly at: string; readonly minutes: number }
export type AnswerFault = When & {
  readonly fault: AnswerFaultKind
  /** Null: all replies. */
  readonly league: string | null
  readonly delayMs: number
}
/** `key`: that of the game's random numbers, because ids change when games move. */
export type ScriptedGame = When & { readonly fault: GameFaultKind; readonly fixture: string; readonly key: string }
export type Scripted = ScriptedGame | AnswerFault

const LASTS = {
  postponed: 120,
  reissued: 120,
  cancelled: 1,
  abandoned: 60,
  'late-completion': 120,
  'score-corrected': 10,
  'tenfold-price': 10,
  'missing-draw': 10,
  duplicate: 10,
} as const
const SLOW_MS = 3_000

/** Fills in what an entry leaves out. `game`: the one that it names. */
export function scripted(entry: Entry, game: SimulatedGame | undefined, now: Date): Scripted {
  const at = entry.at ?? now.toISOString()
  if ('fixture' in entry) return { ...entry, at, minutes: entry.minutes ?? LASTS[entry.fault], key: game!.key }
  const { league = null, minutes = 5, delayMs = SLOW_MS, fault } = entry
  return { fault, league, at, minutes, delayMs }
}

export const isOfGame = (entry: Scripted): entry is ScriptedGame => 'key' in entry

export function gameFault({ fault, at, minutes }: ScriptedGame): GameFault {
  const from = Date.parse(at)
  const length = minutes * MINUTE
  switch (fault) {
    case 'postponed':
    case 'reissued':
      return { kind: fault, at: from, by: length }
    case 'cancelled':
      return { kind: fault, at: from }
    case 'abandoned':
      return { kind: fault, at: from, goneAt: from + length }
    case 'late-completion':
      return { kind: fault, by: length }
    case 'score-corrected':
      return { kind: fault, after: length }
    default:
      return { kind: fault, from, until: from + length }
  }
}

export function isActive({ at, minutes }: AnswerFault, instant: number): boolean {
  const from = Date.parse(at)
  return instant >= from && instant < from + minutes * MINUTE
}
