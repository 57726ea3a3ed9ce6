// Checks erasures: only of closed accounts of bettors, by a super admin who gives a reason. Also tells whom a reason is
// about.
import type { Body } from '../../events/body.ts'
import type { Account } from '../../replay/entities.ts'
import type { CheckContext, EventCheck } from '../../replay/event-check.ts'
import { RESETTLEMENT_WINDOW_MS } from '../../replay/settled-bets.ts'
import { accountOf } from '../accounts.ts'

export function erasePersonalData(event: EventCheck<'PersonalDataErased'>): void {
  const { data, meta, place, subject, state, findings } = event
  const account = accountOf(event)
  if (account === null) return
  const wrong = (expected: string, actual: string | number) =>
    findings.at(place, 'erasure_implausible', expected, actual, subject)
  if (account.role !== 'user') wrong('a bettor', account.role)
  if (!account.closed) wrong('an account that is closed', 'open')
  if (account.erasure !== null) wrong('an account that was not erased', `erased at ${account.erasure.number}`)
  if (meta.actor.role !== 'super-admin') wrong('a super admin', meta.actor.role)
  if ((meta.reason?.text ?? null) === null) findings.at(place, 'reason_missing', 'a reason', 'none', subject)
  if (account.wallet.cents !== 0) wrong('a balance of 0', account.wallet.cents)
  if ((account.bets?.open ?? 0) !== 0) wrong('no open bets', account.bets!.open)
  if (Date.parse(account.settledAt) > Date.parse(meta.at) - RESETTLEMENT_WINDOW_MS) {
    wrong('no bet that was settled in the last 72 hours', account.settledAt)
  }
  for (const reason of data.reasons) {
    const about = state.reasons.peek(reason)?.about ?? 'nobody, or several'
    if (about !== subject) wrong(`a reason about ${subject}`, `${reason}, about ${about}`)
  }
  const { actor, at, recordedAt } = meta
  const erasure = { account: subject, number: place.number, by: actor.id, at, recordedAt, ...data }
  account.erasure ??= erasure
  state.erasures.push(erasure)
}

/** Nothing personal is written about somebody once that was erased. */
export function checkNotErased({ place, subject, findings }: CheckContext, { erasure }: Account): void {
  if (erasure === null) return
  findings.at(place, 'erasure_implausible', 'nothing about a person', `erased at ${erasure.number}`, subject)
}

/**
 * The bettor that an event is about; null if it is about none. Undefined for AuthorityUsed, which precedes a decision
 * and does not say.
 */
export function personIn({ type, data, stream }: Body): string | null | undefined {
  switch (type) {
    case 'AuthorityUsed':
      return undefined
    case 'GoodwillPromised':
      return data.to
    case 'TransferSent':
      return data.from === 'float' ? data.to : stream.slice('account-'.length)
    default:
      return stream.startsWith('account-') ? stream.slice('account-'.length) : null
  }
}
