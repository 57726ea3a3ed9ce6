// From the slip to requests, and from replies to what the bettor is told.
import { eurosOf } from '#domain/money.ts'
import { parlayOdds, returnCents } from '#domain/odds.ts'
import type { BetAccepted } from '#services/contract/contract.ts'
import { ApiError, type OddsChange, request } from '#ui/lib/http/request.ts'
import { messages } from '#ui/lib/messages.ts'
import { type Attempt, newKey } from '#ui/model/slip/pending-submissions.ts'
import type { OddsPolicy, SlipMode } from '#ui/model/slip/reducer.ts'
import type { Selection } from '#ui/model/slip/selection.ts'

export const PLACE_LIMIT_MS = 30_000

export interface PricedSelection {
  selection: Selection
  /** The odds that the bettor sees and takes. */
  odds: string
  stakeCents: number
}

/** One request for the parlay, or one for each single; each with a key of its own. */
export function attemptsOf(mode: SlipMode, picks: PricedSelection[], policy: OddsPolicy): Attempt[] {
  return mode === 'parlay'
    ? [{ key: newKey(), betKeys: picks.map(({ selection }) => selection.betKey), body: parlayBody(picks, policy) }]
    : picks.map((pick) => ({ key: newKey(), betKeys: [pick.selection.betKey], body: singleBody(pick, policy) }))
}

function singleBody({ selection, odds, stakeCents }: PricedSelection, policy: OddsPolicy): Attempt['body'] {
  return {
    is_parlay: false,
    game: selection.gameTitle,
    bet_type: selection.marketKey,
    bet_amount: eurosOf(stakeCents),
    odd: Number(odds),
    potential_win: potentialWin(stakeCents, odds),
    selection: selection.selection,
    event_id: selection.eventId,
    sport_key: selection.sport_key,
    commence_time: selection.commence_time,
    legs: null,
    odds_policy: policy,
  }
}

function parlayBody(picks: PricedSelection[], policy: OddsPolicy): Attempt['body'] {
  const odds = parlayOdds(picks.map((pick) => pick.odds))
  const stakeCents = picks[0]?.stakeCents ?? 0
  return {
    is_parlay: true,
    game: messages.slip.parlayGame(picks.length),
    bet_type: 'parlay',
    bet_amount: eurosOf(stakeCents),
    odd: Number(odds),
    potential_win: odds === null ? null : potentialWin(stakeCents, odds),
    legs: picks.map(({ selection, odds: legOdds }) => ({
      eventId: selection.eventId,
      sport_key: selection.sport_key,
      gameTitle: selection.gameTitle,
      marketName: selection.marketKey,
      selection: selection.selection,
      price: Number(legOdds),
      commence_time: selection.commence_time,
      ...(selection.point === null ? {} : { point: selection.point }),
    })),
    selection: null,
    event_id: null,
    sport_key: null,
    commence_time: null,
    odds_policy: policy,
  }
}

function potentialWin(stakeCents: number, odds: string): number | null {
  const cents = returnCents(stakeCents, odds)
  return cents === null ? null : eurosOf(cents)
}

export type Answer =
  | { kind: 'accepted'; bet: BetAccepted }
  /** Definitely not placed. */
  | { kind: 'refused'; code: string; text: string; changes: OddsChange[]; error: ApiError }
  /** Placed or not: only the same key again tells. */
  | { kind: 'unknown'; text: string; error: ApiError }

/** Sends one attempt. Never rejects. */
export async function sendAttempt(attempt: Attempt): Promise<Answer> {
  try {
    const bet = await request<BetAccepted>('/api/bets/place-bet', {
      body: attempt.body,
      idempotencyKey: attempt.key,
      timeoutMs: PLACE_LIMIT_MS,
    })
    return { kind: 'accepted', bet }
  } catch (error) {
    return answerOf(error instanceof ApiError ? error : new ApiError(messages.slip.failed, 0, 'network'))
  }
}

/** 'not_json' came from something between the server and us. */
const openCodes: ReadonlySet<string> = new Set(['outcome_unknown', 'not_json'])

/** A refusal is definite when the server gave it as one: 4xx with a code. Everything else leaves the outcome open. */
export function answerOf(error: ApiError): Answer {
  if (error.code === 'timeout') return { kind: 'unknown', text: messages.slip.timedOut, error }
  if (error.status === 0) return { kind: 'unknown', text: messages.slip.failed, error }
  const definite = error.status >= 400 && error.status < 500 && !openCodes.has(error.code)
  const text = error.message || messages.slip.unknown
  return definite
    ? { kind: 'refused', code: error.code, text, changes: error.changes, error }
    : { kind: 'unknown', text: error.code === 'outcome_unknown' ? messages.slip.timedOut : text, error }
}
