// Checks play limits and breaks: only bettors set them, for themselves; a raise waits for a day, and nothing else waits;
// a break has one of the lengths on offer and is never shortened; and no bet was accepted against them.
import type { EventData } from '../../events/payloads.ts'
import type { Account, Play } from '../../replay/entities.ts'
import type { CheckContext, EventCheck } from '../../replay/event-check.ts'
import { accountOf } from '../accounts.ts'
import { namedCaps } from './caps.ts'
import { addStake, newPlay, PERIODS } from './sums.ts'

const DAY_MS = 86_400_000
const KINDS = ['stake', 'loss'] as const

/** A limit at a time, in cents; null if there is none. */
function limitAt({ limits }: Play, name: string, at: string): number | null {
  const limit = limits.get(name)
  if (limit === undefined) return null
  return limit.next !== null && limit.next.from <= at ? limit.next.amount : limit.amount
}

export function setPlayLimit(event: EventCheck<'PlayLimitSet'>): void {
  const { data, meta, place, subject, findings } = event
  const account = bettorOf(event)
  if (account === null) return
  account.play ??= newPlay()
  const { amountCents: amount, effectiveAt: from } = data
  const name = `${data.kind}-${data.period}`
  const before = limitAt(account.play, name, meta.at)
  const raised = before !== null && (amount === null || amount > before)
  const due = raised ? new Date(Date.parse(meta.at) + DAY_MS).toISOString() : meta.at
  if (from !== due) findings.at(place, 'play_limit_early', `from ${due}`, from, subject)
  const waits = from > meta.at
  account.play.limits.set(name, { amount: waits ? before : amount, next: waits ? { amount, from } : null })
}

export function takeBreak(event: EventCheck<'BreakTaken'>): void {
  const { data, meta, place, subject, findings } = event
  const account = bettorOf(event)
  if (account === null) return
  account.play ??= newPlay()
  const before = account.play.break
  const holds = before !== null && (before.until === null || before.until > meta.at)
  const earliest = holds ? before.until : meta.at
  const isShorter = data.until !== null && (earliest === null || data.until <= earliest)
  const isWeaker = holds && before.kind === 'self-exclusion' && data.kind !== before.kind
  if (isShorter || isWeaker) {
    findings.at(place, 'break_shortened', `${before?.kind ?? ''} past ${earliest ?? 'any time'}`, data.until, subject)
  }
  const ends = endsOffered(data.kind, meta.at)
  if (!ends.includes(data.until)) {
    findings.at(place, 'break_shortened', `until ${ends.join(' or ')}`, data.until, subject)
  }
  account.play.break = data
}

/** When a break of each length that is offered ends; null: never. */
function endsOffered(kind: EventData['BreakTaken']['kind'], at: string): (string | null)[] {
  const after = (days: number, months: number): string => {
    const end = new Date(at)
    end.setUTCDate(end.getUTCDate() + days)
    end.setUTCMonth(end.getUTCMonth() + months)
    return end.toISOString()
  }
  return kind === 'time-out'
    ? [1, 7, 30].map((days) => after(days, 0))
    : [...[6, 12, 60].map((months) => after(0, months)), null]
}

/** The account of the event. Reports it if the actor is not its bettor, or the account is blocked. */
function bettorOf(event: CheckContext): Account | null {
  const { meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return null
  if (meta.actor.id !== subject || account.role !== 'user' || account.blocked) {
    findings.at(place, 'actor_implausible', 'the bettor, not blocked', meta.actor.id, subject)
  }
  return account
}

/** Counts a bet, and reports it if the bettor's own limits or break forbade it. */
export function checkPlay(event: EventCheck<'BetPlaced'>, account: Account): void {
  const { data, meta, place, subject, findings } = event
  account.play ??= newPlay()
  const { play } = account
  if (play.break !== null && (play.break.until === null || meta.at < play.break.until)) {
    findings.at(place, 'bet_during_break', `no bet until ${play.break.until}`, meta.at, subject)
  }
  addStake(play, meta.at, data.stakeCents)
  const caps = namedCaps(account.caps)
  if (play.limits.size === 0 && caps.length === 0 && data.limits.personal === undefined) return
  const inForce: NonNullable<EventData['BetPlaced']['limits']['personal']>[number][] = []
  for (const kind of KINDS) {
    for (const period of PERIODS) {
      const limit = `${kind}-${period}`
      const value = limitAt(play, limit, meta.at)
      if (value === null) continue
      inForce.push({ limit, value })
      const used = kind === 'stake' ? play[period].stakes : play[period].losses
      if (used > value) findings.at(place, 'bet_above_play_limit', `${limit} of ${value}`, used, subject)
    }
  }
  const [expected, stated] = [[...inForce, ...caps], data.limits.personal ?? []].map((limits) =>
    limits.map(({ limit, value }) => `${limit} ${value}`).join(', '),
  )
  if (stated !== expected) findings.at(place, 'play_limits_misstated', expected, stated, subject)
}
