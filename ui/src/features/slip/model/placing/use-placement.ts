// Placing, step by step: check the odds, submit, apply the results. The steps continue if the slip is closed.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { bettingLimitsQuery } from '#ui/data/betting-limits.ts'
import { gameQuery } from '#ui/data/games.ts'
import { inSlip } from '#ui/lib/messages/slip.ts'
import { messages } from '#ui/lib/messages.ts'
import { readSession } from '#ui/lib/session.ts'
import { businessNow, elapsing } from '#ui/lib/time/business-clock.ts'
import { notify } from '#ui/lib/toasts.ts'
import { beginSubmissions, removeSubmissions } from '#ui/model/slip/keep-submissions.ts'
import { type BetSubmission, readSubmissions } from '#ui/model/slip/pending-submissions.ts'
import { idlePlacement } from '#ui/model/slip/placement.ts'
import { type SlipEditor, useSlip, useSlipEditor } from '#ui/model/slip/slip-context.ts'
import { readSlip } from '#ui/model/slip/storage.ts'
import { type SubmissionResult, submitBet } from '../../api/submit-bet.ts'
import type { SlipLine } from '../slip-line.ts'
import type { SlipView } from '../slip-view.ts'
import { buildSubmissions, type PricedSelection } from './bet-request.ts'
import { checkSlip } from './check-slip.ts'
import { buildReceipt, recordReceipts } from './receipts.ts'
import { refusalNotes } from './refusal-notes.ts'
import { endTurn, takeTurn } from './turn.ts'

export interface PlacementActions {
  /** Checks the odds and places; does nothing while a rule forbids it. */
  place(): void
  /** Submits unanswered bets again, with the same keys. */
  retry(): void
  /** Gives up on unanswered bets and unlocks the slip. */
  giveUp(): void
  closeReceipts(): void
}

type Submitted = { submission: BetSubmission; result: SubmissionResult }

/**
 * How to place the slip shown by `view`. Its progress, errors and receipts are in the placement of the slip's context.
 */
export function usePlacement(view: SlipView): PlacementActions {
  const editor = useSlipEditor()
  const { setOpen } = useSlip()
  const client = useQueryClient()

  const submit = async (accountId: string, submissions: BetSubmission[], isRetry: boolean) => {
    editor.setPlacement((before) => ({
      ...before,
      phase: 'placing',
      error: null,
      pricedAt: pricedAt(submissions, client),
    }))
    const submitted = await Promise.all(
      submissions.map(async (submission): Promise<Submitted> => {
        const result = await submitBet(submission, isRetry)
        // Removed one by one: if the page closes now, bets that were answered must not be submitted again.
        if (result.kind !== 'unknown') removeSubmissions(accountId, [submission.key])
        return { submission, result }
      }),
    )
    applyResults(submitted, view.lines, editor, client, accountId)
    if (submitted.every(({ result }) => result.kind === 'accepted')) setOpen(false)
    // Rethrown, because a refused token ends the session in one place for all calls: see query-client.ts.
    for (const { result } of submitted)
      if (result.kind !== 'accepted' && result.error.status === 401) throw result.error
  }

  /**
   * While the odds were being checked, the bettor may have signed out, or placed this very slip in another tab, which
   * may or may not have its answer yet.
   */
  const placeIn = async (hasTurn: boolean, isShared: boolean, picks: PricedSelection[]) => {
    const accountId = readSession()?.user.id
    const submissions = buildSubmissions(view.mode, picks, view.policy)
    const isElsewhere = !hasTurn || (isShared && !isStored(view))
    if (accountId === undefined || isElsewhere || !beginSubmissions(accountId, submissions)) {
      editor.setPlacement(() => idlePlacement)
      if (accountId === undefined) return
      if (!isElsewhere) editor.announce(messages.slip.locked)
      if (isElsewhere || isSentElsewhere(accountId, view)) notify(inSlip.elsewhere, 'error')
      return
    }
    editor.acceptOdds(Object.fromEntries(picks.map(({ selection, odds }) => [selection.betKey, odds])))
    await submit(accountId, submissions, false)
  }

  const placing = useMutation({
    mutationFn: async () => {
      // Where storage is full or blocked, no other tab has this slip.
      const isShared = isStored(view)
      const picks = await checkSlip(view, editor, client)
      if (picks === null) return
      const hasTurn = await takeTurn()
      try {
        await placeIn(hasTurn, isShared, picks)
      } finally {
        if (hasTurn) endTurn()
      }
    },
  })
  const retrying = useMutation({
    mutationFn: async () => {
      const accountId = readSession()?.user.id
      if (accountId !== undefined) await submit(accountId, readSubmissions(accountId), true)
    },
  })

  return {
    place: () => {
      if (view.blocker === null && editor.placement.phase === 'idle') placing.mutate()
    },
    retry: () => {
      if (editor.placement.phase !== 'unknown') return
      // Cleared, so that the same error is announced again if the retry fails too.
      editor.announce('')
      retrying.mutate()
    },
    giveUp: () => {
      const accountId = readSession()?.user.id
      if (accountId !== undefined)
        removeSubmissions(
          accountId,
          readSubmissions(accountId).map(({ key }) => key),
        )
      editor.setPlacement(() => idlePlacement)
    },
    closeReceipts: () => editor.setPlacement((before) => ({ ...before, receipts: [] })),
  }
}

const isStored = ({ lines }: SlipView): boolean => {
  const stored = readSlip().selections.map(({ betKey }) => betKey)
  return lines.every(({ selection }) => stored.includes(selection.betKey))
}

/** Whether a bet on any of these selections has no answer yet. */
const isSentElsewhere = (accountId: string, { lines }: SlipView): boolean =>
  readSubmissions(accountId).some(({ betKeys }) => lines.some(({ selection }) => betKeys.includes(selection.betKey)))

/** When bets sent now are priced: after the acceptance delay, if one of their games has started. Null if none waits. */
function pricedAt(submissions: BetSubmission[], client: QueryClient): number | null {
  const delayS = client.getQueryData(bettingLimitsQuery().queryKey)?.acceptanceDelayS ?? 0
  const starts = submissions.flatMap(({ body }) =>
    body.is_parlay ? body.legs.map((leg) => leg.commence_time) : [body.commence_time],
  )
  const isInPlay = starts.some((start) => Date.parse(start) <= businessNow())
  return isInPlay && delayS > 0 ? performance.now() + elapsing(delayS * 1_000) : null
}

/** Removes what was placed, keeps the rest with its reason, and informs the bettor. */
function applyResults(
  submitted: Submitted[],
  lines: SlipLine[],
  editor: SlipEditor,
  client: QueryClient,
  accountId: string,
) {
  const placed = submitted.flatMap(({ submission, result }) => (result.kind === 'accepted' ? submission.betKeys : []))
  const receipts = submitted.flatMap(({ submission, result }) =>
    result.kind === 'accepted' ? [buildReceipt(submission, result, lines)] : [],
  )
  const notes = submitted.map(({ submission, result }) =>
    result.kind === 'refused' ? refusalNotes(submission, result, lines, client) : {},
  )
  const failures = submitted.flatMap(({ result }) => (result.kind === 'accepted' ? [] : [result]))
  const unknown = failures.find(({ kind }) => kind === 'unknown')
  const error = (unknown ?? failures[0])?.text ?? null
  editor.removePlaced(placed)
  // Another user may have signed in meanwhile, with another balance and other bets: nothing of these results is shown
  // then.
  if (readSession()?.user.id !== accountId) {
    editor.setPlacement(() => idlePlacement)
    return
  }
  editor.setPlacement(() => ({
    phase: unknown === undefined ? 'idle' : 'unknown',
    notes: Object.assign({}, ...notes),
    error,
    pricedAt: null,
    receipts,
  }))
  if (receipts.length > 0) recordReceipts(receipts, client)
  if (error !== null) editor.announce(error)
  if (failures.some(({ kind }) => kind === 'refused')) refetchGames(lines, client)
}

function refetchGames(lines: SlipLine[], client: QueryClient) {
  for (const { selection } of lines) {
    client.invalidateQueries({ queryKey: gameQuery(selection.sport_key, selection.eventId).queryKey })
  }
}
