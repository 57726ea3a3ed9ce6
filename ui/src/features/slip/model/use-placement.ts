// Placing, step by step: check the odds, send, read the answers. The steps outlive the slip being closed.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptsOdds } from '#domain/odds.ts'
import { betsQuery, withPending } from '#ui/data/bets.ts'
import { gameQuery } from '#ui/data/games.ts'
import { messages } from '#ui/lib/messages.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { readSession, updateBalance } from '#ui/lib/session.ts'
import { notify } from '#ui/lib/toasts.ts'
import { type Attempt, readAttempts, writeAttempts } from '#ui/model/slip/pending-submissions.ts'
import { type Note, noPlacement, type Receipt } from '#ui/model/slip/placement.ts'
import { currentPrice, type Selection } from '#ui/model/slip/selection.ts'
import { type SlipEntry, useSlip, useSlipEntry } from '#ui/model/slip/slip-context.tsx'
import { checkSelections, isValid, type Verdict } from './check-odds.ts'
import { pendingBet } from './open-bet.ts'
import { isGone, type SlipLine, type SlipView } from './slip-view.ts'
import { type Answer, attemptsOf, sendAttempt } from './submit-bet.ts'

export interface PlacementActions {
  /** Checks the odds and places; does nothing while something forbids it. */
  place(): void
  /** Sends what has no answer yet once more, with the same keys. */
  tryAgain(): void
  /** Gives up on what has no answer: the slip is free again. */
  giveUp(): void
  closeReceipts(): void
}

interface Answered {
  attempt: Attempt
  answer: Answer
}

export function usePlacement(view: SlipView): PlacementActions {
  const entry = useSlipEntry()
  const { setOpen } = useSlip()
  const client = useQueryClient()

  const send = async (attempts: Attempt[], lines: SlipLine[]) => {
    const accountId = readSession()?.user.id
    if (accountId === undefined) return
    writeAttempts(accountId, attempts)
    entry.setPlacement((before) => ({ ...before, phase: 'placing', error: null }))
    const answered = await Promise.all(
      attempts.map(async (attempt) => {
        const answer = await sendAttempt(attempt)
        // Forgotten one by one: what is definite must not be sent again if the page goes away now.
        if (answer.kind !== 'unknown') forget(accountId, attempt)
        return { attempt, answer }
      }),
    )
    conclude(answered, lines, entry, client, accountId)
    if (answered.every(({ answer }) => answer.kind === 'accepted')) setOpen(false)
    // A refused token ends the session in one place for all requests: see app/query-client.ts.
    for (const { answer } of answered) if (answer.kind !== 'accepted' && answer.error.status === 401) throw answer.error
  }

  const placing = useMutation({
    mutationFn: async () => {
      const checked = await check(view, entry, client)
      if (checked === null) return
      const stakes = view.mode === 'parlay' ? view.totals.stakeCents : null
      const picks = checked.map(({ line, odds }) => ({
        selection: line.selection,
        odds,
        stakeCents: stakes ?? line.stakeCents ?? 0,
      }))
      entry.accept(Object.fromEntries(checked.map(({ line, odds }) => [line.selection.betKey, odds])))
      await send(attemptsOf(view.mode, picks, entry.state.policy), view.lines)
    },
  })
  const repeating = useMutation({ mutationFn: () => send(readAttempts(readSession()?.user.id ?? ''), view.lines) })

  return {
    place: () => {
      if (view.block === null && entry.placement.phase === 'idle') placing.mutate()
    },
    tryAgain: () => {
      if (entry.placement.phase === 'unknown') repeating.mutate()
    },
    giveUp: () => {
      const accountId = readSession()?.user.id
      if (accountId !== undefined) writeAttempts(accountId, [])
      entry.setPlacement(() => noPlacement)
    },
    closeReceipts: () => entry.setPlacement((before) => ({ ...before, receipts: [] })),
  }
}

function forget(accountId: string, attempt: Attempt) {
  writeAttempts(
    accountId,
    readAttempts(accountId).filter((waiting) => waiting.key !== attempt.key),
  )
}

/** The selections with the odds to send, or null where the bettor has to look first. */
async function check(view: SlipView, entry: SlipEntry, client: QueryClient) {
  entry.setPlacement(() => ({ ...noPlacement, phase: 'checking' }))
  entry.announce(messages.slip.checking)
  const verdicts = await checkSelections({
    selections: view.lines.map((line) => line.selection),
    policy: entry.state.policy,
    priceOf: async (selection, signal) => {
      try {
        const query = gameQuery(selection.sport_key, selection.eventId)
        // Fetched into the cache, so that the slip and the page show what the check saw.
        const fetching = client.fetchQuery({ ...query, staleTime: 0, retry: false })
        signal.addEventListener('abort', () => client.cancelQueries({ queryKey: query.queryKey }))
        return currentPrice(await fetching, selection)
      } catch (error) {
        if (isGone(error)) return null
        throw error
      }
    },
    onVerdict: (betKey, verdict) =>
      entry.setPlacement((before) => ({ ...before, notes: { ...before.notes, [betKey]: noteOf(verdict) } })),
  })
  const checked = view.lines.map((line) => {
    const verdict = verdicts.get(line.selection.betKey)
    return { line, odds: verdict?.odds ?? line.selection.odds, valid: verdict !== undefined && isValid(verdict) }
  })
  if (checked.every((one) => one.valid)) return checked
  entry.setPlacement((before) => ({ ...before, phase: 'idle', error: messages.slip.oddsChanged }))
  entry.announce(messages.slip.oddsChanged)
  return null
}

const noteOf = (verdict: Verdict): Note => ({ ...verdict, known: null })

/** Takes out what was placed, keeps the rest with its reason, tells the bettor. */
function conclude(answered: Answered[], lines: SlipLine[], entry: SlipEntry, client: QueryClient, accountId: string) {
  const receipts = answered.flatMap(({ attempt, answer }) =>
    answer.kind === 'accepted' ? [receiptOf(attempt, answer, lines)] : [],
  )
  const unknown = answered.find(({ answer }) => answer.kind === 'unknown')
  const refused = answered.find(({ answer }) => answer.kind === 'refused')
  const failure = (unknown ?? refused)?.answer
  const error = failure === undefined || failure.kind === 'accepted' ? null : failure.text
  entry.settleUp(answered.flatMap(({ attempt, answer }) => (answer.kind === 'accepted' ? attempt.betKeys : [])))
  entry.setPlacement(() => ({
    phase: unknown === undefined ? 'idle' : 'unknown',
    notes: Object.assign({}, ...answered.map((one) => notesOf(one, lines, client))),
    error,
    receipts,
  }))
  // Whoever signed in meanwhile has another balance and other bets.
  if (receipts.length > 0 && readSession()?.user.id === accountId) bookReceipts(receipts, client)
  if (error !== null) entry.announce(error)
  if (refused !== undefined) refreshGames(lines, client)
}

function bookReceipts(receipts: Receipt[], client: QueryClient) {
  // Sent at the same time, answered in any order: all of them only take from the balance, so the least is the latest.
  updateBalance(Math.min(...receipts.map((receipt) => receipt.bet.newBalance)))
  client.setQueryData(betsQuery().queryKey, (bets) => withPending(bets, receipts.map(pendingBet)))
  client.invalidateQueries({ queryKey: betsQuery().queryKey })
  notify(placedText(receipts), 'success')
}

function placedText(receipts: Receipt[]): string {
  const [only] = receipts
  if (only === undefined || receipts.length > 1) return `${receipts.length} bets placed`
  return `Bet placed: ${formatEuros(only.stake)} at ${only.bet.odds.toFixed(2)}`
}

function refreshGames(lines: SlipLine[], client: QueryClient) {
  for (const { selection } of lines) {
    client.invalidateQueries({ queryKey: gameQuery(selection.sport_key, selection.eventId).queryKey })
  }
}

function receiptOf(attempt: Attempt, answer: Answer & { kind: 'accepted' }, lines: SlipLine[]): Receipt {
  const { body, betKeys } = attempt
  const legs = lines.flatMap(({ selection }) => (betKeys.includes(selection.betKey) ? [selection] : []))
  return {
    bet: answer.bet,
    game: body.game,
    stake: body.bet_amount,
    legs: legs.map((selection) => ({ selection, odds: struckOdds(answer, selection) })),
  }
}

const struckOdds = ({ bet }: Answer & { kind: 'accepted' }, selection: Selection): number =>
  bet.legs.find((leg) => leg.eventId === selection.eventId)?.odds ?? bet.odds

/** What a reply says of each of its selections. */
function notesOf({ attempt, answer }: Answered, lines: SlipLine[], client: QueryClient): Record<string, Note> {
  if (answer.kind !== 'refused') return {}
  const notes: [string, Note][] = []
  for (const { selection } of lines) {
    if (!attempt.betKeys.includes(selection.betKey)) continue
    const game = client.getQueryData(gameQuery(selection.sport_key, selection.eventId).queryKey) ?? null
    const note = refusalNote(attempt, answer, selection, currentPrice(game, selection))
    if (note !== null) notes.push([selection.betKey, note])
  }
  return Object.fromEntries(notes)
}

/** A single's refusal stands at its selection; a parlay's at the slip, but for the legs that moved. */
function refusalNote(
  { body }: Attempt,
  answer: Answer & { kind: 'refused' },
  selection: Selection,
  known: number | null,
): Note | null {
  const change = answer.changes.find(
    (one) => one.eventId === selection.eventId && one.selection === selection.selection,
  )
  if (change === undefined) return body.is_parlay ? null : { kind: 'refused', text: answer.text, odds: null, known }
  if (change.newOdds === null) return { kind: 'gone', text: change.error, odds: null, known }
  const [seen, now] = [change.oldOdds.toFixed(2), change.newOdds.toFixed(2)]
  if (acceptsOdds(body.odds_policy ?? 'within-10-percent', seen, now)) return null
  return { kind: 'changed', text: change.error, odds: now, known }
}
