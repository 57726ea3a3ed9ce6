import { describe, expect, it } from 'vitest'
import { ADMIN, admin, BETTOR, bettor, commitment } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { sessionAggregate } from './aggregate.ts'
import type { SessionCommand } from './commands.ts'
import type { SessionEvent } from './events.ts'

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
  it('says in which session, and whether a second factor was given', () => {
    sessions.given([]).when(signIn(), bettor).thenOnce([signedIn()])
    sessions
      .given([signedIn()])
      .when(signIn(true), bettor)
      .thenOnce([signedIn({ secondFactor: true })])
  })
  it('is of the owner, or the product that finishes it', () => {
    sessions.given([]).when(signIn(), product).thenOnce([signedIn()])
    sessions.given([]).when(signIn(), admin).thenRefused('not_the_owner')
    specOf(sessionAggregate, ADMIN).given([]).when(signIn(), admin).thenOnce([signedIn()])
  })
})

describe('signing out', () => {
  it('says of which session, or of all but which', () => {
    sessions.given([signedIn()]).when(signOut(), bettor).thenOnce([signedOut()])
    sessions
      .given([signedIn()])
      .when(signOut(true), product)
      .thenOnce([signedOut({ others: true })])
  })
  it('is nobody else’s', () => sessions.given([signedIn()]).when(signOut(), admin).thenRefused('not_the_owner'))
})

describe('failed sign-ins', () => {
  it('are counted by the hour, without what there was none of', () => {
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
