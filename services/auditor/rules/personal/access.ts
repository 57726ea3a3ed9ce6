// Checks second factors, and sessions that the desk ended. That the actor has the stated role is checked in
// `accounts.ts`.
import type { EventCheck } from '../../replay/event-check.ts'
import { accountOf } from '../accounts.ts'

type OfOwner =
  | EventCheck<'SecondFactorEnabled'>
  | EventCheck<'SecondFactorDisabled'>
  | EventCheck<'RecoveryCodesRenewed'>

function checkOwner({ meta, place, subject, findings, stream }: OfOwner): void {
  if (meta.actor.id !== subject) {
    findings.at(place, 'actor_implausible', 'the account itself', meta.actor.id, subject)
  } else if (stream.account?.blocked) {
    findings.at(place, 'actor_implausible', 'an account that is not blocked', meta.actor.id, subject)
  }
}

/** Every commitment has its own salt, so a repeated one was copied. */
function checkNew({ place, subject, findings, stream }: OfOwner, ...secrets: readonly string[]): void {
  const known = stream.account?.accessSecrets
  for (const secret of secrets) {
    if (known?.has(secret)) findings.at(place, 'factor_repeated', 'a new commitment', secret, subject)
    known?.add(secret)
  }
}

export function enableSecondFactor(event: EventCheck<'SecondFactorEnabled'>): void {
  const { data, meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  checkOwner(event)
  if (account.factor !== null) findings.at(place, 'factor_implausible', 'none before', account.factor.secret, subject)
  checkNew(event, data.factor, data.recoveryCodes)
  account.factor = { secret: data.factor, recoveryCodes: data.recoveryCodes }
  account.factorSince = meta.recordedAt
}

export function renewRecoveryCodes(event: EventCheck<'RecoveryCodesRenewed'>): void {
  const { data, meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  checkOwner(event)
  checkNew(event, data.recoveryCodes)
  if (account.factor === null) {
    findings.at(place, 'factor_implausible', 'a second factor', 'none', subject)
    return
  }
  account.factor = { ...account.factor, recoveryCodes: data.recoveryCodes }
  account.factorSince = meta.recordedAt
}

/** The owner may disable a second factor; if it was lost, another person who is a super admin may remove it. */
export function endSecondFactor(event: EventCheck<'SecondFactorDisabled'> | EventCheck<'SecondFactorRemoved'>): void {
  const { type, meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  if (type === 'SecondFactorDisabled') checkOwner(event as EventCheck<'SecondFactorDisabled'>)
  else if (meta.actor.role !== 'super-admin' || meta.actor.id === subject) {
    findings.at(place, 'actor_implausible', 'another one, a super admin', meta.actor.id, subject)
  }
  if (account.factor === null) findings.at(place, 'factor_implausible', 'a second factor', 'none', subject)
  account.factor = null
}

export function endSessions(event: EventCheck<'SessionsEnded'>): void {
  const { meta, place, subject, findings } = event
  const account = accountOf(event)
  if (account === null) return
  const { id, role } = meta.actor
  const may = role === 'super-admin' || (role === 'admin' && account.role === 'user')
  if (!may || id === subject) {
    findings.at(place, 'actor_implausible', account.role === 'user' ? 'an admin' : 'another super admin', id, subject)
  }
}
