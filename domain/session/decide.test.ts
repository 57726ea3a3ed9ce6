import { describe, expect, it } from 'vitest'
import type { CommandMeta } from '../meta.ts'
import { ADMIN, admin, BETTOR, bettor, commitment, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { sessionAggregate } from './aggregate.ts'
import type { SessionCommand } from './commands.ts'
import type { SessionEvent } from './events.ts'
import type { View } from './views.ts'

const sessions = specOf(sessionAggregate, BETTOR)
const product = { actor: { id: 'sign-in', role: 'system' } } as const
const session = commitment('session')
const signIn = (secondFactor = false): SessionCommand => ({ type: 'SignIn', session, secondFactor })
const signOut = (others = false): SessionCommand => ({ type: 'SignOut', session, others })
const failed = { hour: '2026-11-20T18:00:00.000Z', passwords: 12, codes: 0, refused: 3, networks: 2 } as const
const count = (hour: string = failed.hour): SessionCommand => ({ type: 'RecordFailedSignIns', ...failed, hour })
const counted = (hour: string = failed.hour): SessionEvent => ({
  type: 'SignInsFailed',
  schema: 1,
  data: { hour, passwords: 12, refused: 3, networks: 2 },
})
const signedIn = (more: { secondFactor?: true } = {}): SessionEvent => ({
  type: 'SignedIn',
  schema: 1,
  data: { session, ...more },
})
const signedOut = (more: { others?: true } = {}): SessionEvent => ({
  type: 'SignedOut',
  schema: 1,
  data: { session, ...more },
})

describe('signing in', () => {
  it('names the session, and whether a second factor was given', () => {
    sessions.given([]).when(signIn(), bettor).thenOnce([signedIn()])
    sessions
      .given([signedIn()])
      .when(signIn(true), bettor)
      .thenOnce([signedIn({ secondFactor: true })])
  })
  it('is for the owner, or the product that finishes it', () => {
    sessions.given([]).when(signIn(), product).thenOnce([signedIn()])
    sessions.given([]).when(signIn(), admin).thenRefused('not_the_owner')
    specOf(sessionAggregate, ADMIN).given([]).when(signIn(), admin).thenOnce([signedIn()])
  })
})

describe('signing out', () => {
  it('names the session, or all but which ones', () => {
    sessions.given([signedIn()]).when(signOut(), bettor).thenOnce([signedOut()])
    sessions
      .given([signedIn()])
      .when(signOut(true), product)
      .thenOnce([signedOut({ others: true })])
  })
  it('is nobody else’s', () => sessions.given([signedIn()]).when(signOut(), admin).thenRefused('not_the_owner'))
})

describe('failed sign-ins', () => {
  it('are counted by the hour, without kinds of which there were none', () => {
    sessions.given([signedIn()]).when(count(), product).then([counted()])
    const next = '2026-11-20T19:00:00.000Z'
    sessions
      .given([counted()])
      .when(count(next), product)
      .then([counted(next)])
  })
  it.each(['2026-11-20T18:00:00.000Z', '2026-11-20T17:00:00.000Z'])('are counted once: %s', (hour) =>
    sessions.given([counted(), signedIn()]).when(count(hour), product).thenNothing(),
  )
  it.each([bettor, admin])('are counted by nobody else', (by) =>
    expect(() => sessions.given([]).when(count(), by)).toThrow('by the product'),
  )
})

describe('personal data that somebody of the desk was shown', () => {
  const look = (what: View = 'profile'): SessionCommand => ({ type: 'RecordView', what })
  const shown = (day: string, what: View = 'profile'): SessionEvent => ({
    type: 'PersonalDataViewed',
    schema: 1,
    data: { what, day },
  })
  const on = (day: string, by: Pick<CommandMeta, 'actor'> = admin) => ({ ...by, at: `${day}T22:30:00.000Z` })

  it('is recorded the first time on a business day', () => {
    sessions
      .given([])
      .when(look(), on('2026-11-20'))
      .then([shown('2026-11-20')])
    // in summer it is half past midnight in Paris
    sessions
      .given([])
      .when(look(), on('2026-07-20'))
      .then([shown('2026-07-21')])
  })
  it('is recorded again on another day, for another kind, and for another viewer', () => {
    const first = { event: shown('2026-11-20'), meta: on('2026-11-20') }
    const second = { event: shown('2026-11-21', 'sessions'), meta: on('2026-11-21') }
    sessions
      .given([first, second])
      .when(look(), on('2026-11-21'))
      .then([shown('2026-11-21')])
    sessions
      .given([first])
      .when(look('sessions'), on('2026-11-20'))
      .then([shown('2026-11-20', 'sessions')])
    sessions
      .given([first])
      .when(look(), on('2026-11-20', superAdmin))
      .then([shown('2026-11-20')])
    sessions.given([first]).when(look(), on('2026-11-19')).thenNothing()
  })
  it.each([bettor, product])('is never shown to the product or a bettor', (by) =>
    sessions.given([]).when(look(), by).thenRefused('not_an_admin'),
  )
})
