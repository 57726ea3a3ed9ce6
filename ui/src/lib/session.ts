// Who is signed in: stored under a key for the user and one for the token, shared by all tabs.
import { useSyncExternalStore } from 'react'
import type { User } from '#services/contract/contract.ts'
import { Listeners } from './listeners.ts'
import { subscribeStorage } from './storage-events.ts'

const USER_KEY = 'fairbook.user'
const TOKEN_KEY = 'fairbook.token'
const PASSWORD_KEY = 'fairbook.password-change'
const FACTOR_KEY = 'fairbook.second-factor'

export type Session = {
  user: User
  token: string
  /** Signed in with a generated password: nothing else is allowed until it is changed. */
  passwordChangeRequired?: true | undefined
  /** An admin who must have a second factor: nothing else is allowed until it is set up. */
  secondFactorSetupRequired?: true | undefined
}

let current: Session | null = readStored()
const listeners = new Listeners()

function readStored(): Session | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY)
    const user: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null')
    if (!token || !isUser(user)) return null
    return {
      user,
      token,
      ...(localStorage.getItem(PASSWORD_KEY) === token && { passwordChangeRequired: true }),
      ...(localStorage.getItem(FACTOR_KEY) === token && { secondFactorSetupRequired: true }),
    }
  } catch {
    return null
  }
}

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null && 'id' in value && 'username' in value && 'balance' in value
}

function publish(next: Session | null) {
  current = next
  listeners.notify()
}

function mark(key: string, token: string | null) {
  if (token === null) localStorage.removeItem(key)
  else localStorage.setItem(key, token)
}

function save(next: Session | null) {
  try {
    if (next) {
      localStorage.setItem(USER_KEY, JSON.stringify(next.user))
      localStorage.setItem(TOKEN_KEY, next.token)
      mark(PASSWORD_KEY, next.passwordChangeRequired ? next.token : null)
      mark(FACTOR_KEY, next.secondFactorSetupRequired ? next.token : null)
    } else {
      localStorage.removeItem(USER_KEY)
      localStorage.removeItem(TOKEN_KEY)
      mark(PASSWORD_KEY, null)
      mark(FACTOR_KEY, null)
    }
  } catch {
    // Without storage the session lasts as long as the page.
  }
  publish(next)
}

export function readSession(): Session | null {
  return current
}

export function startSession(session: Session): void {
  save(session)
}

/**
 * Changes the current session. Stored only if it still is the stored one: another tab may have ended it or begun
 * another.
 */
function change(next: Session) {
  if (readStored()?.token === next.token) save(next)
  else publish(next)
}

/** Updates the signed-in user from the server; ignores any other user. */
export function updateUser(user: User): void {
  if (current?.user.id === user.id) change({ ...current, user })
}

/** `euros`: the new balance from the server's reply to a bet or a transfer. */
export function updateBalance(euros: number): void {
  if (current) updateUser({ ...current.user, balance: euros.toFixed(2) })
}

const signOuts = new Listeners()

/**
 * Subscribes to sign-outs. A session that merely expires is none: the same visitor may continue after signing in again.
 */
export const subscribeSignOut = signOuts.subscribe

/** Signs the visitor out. */
export function endSession(): void {
  save(null)
  signOuts.notify()
}

let renewals = 0

/** Runs a request that replaces the token. Until it returns, a 401 for the old token does not end the session. */
export async function renewToken<Result>(send: () => Promise<Result>): Promise<Result> {
  renewals += 1
  try {
    return await send()
  } finally {
    renewals -= 1
  }
}

/** Ends the session whose token was refused. False if a newer session continues, started here or in another tab. */
export function expireSession(token: string): boolean {
  if (renewals > 0 || current?.token !== token) return false
  const stored = readStored()
  if (stored !== null && stored.token !== token) publish(stored)
  else save(null)
  return current === null
}

/** Marks the session of a token that may do nothing but change its password. */
export function requirePasswordChange(token: string): void {
  if (current?.token === token && !current.passwordChangeRequired) change({ ...current, passwordChangeRequired: true })
}

/** Marks the session of a token that may do nothing but set up a second factor. */
export function requireSecondFactor(token: string): void {
  if (current?.token === token && !current.secondFactorSetupRequired)
    change({ ...current, secondFactorSetupRequired: true })
}

/** Call when the second factor is set up: the session may do everything again. */
export function secondFactorSetUp(): void {
  if (current) change({ user: current.user, token: current.token })
}

export const subscribeSession = listeners.subscribe

/** The session or null; re-renders on sign-in, sign-out and balance changes in any tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession)
}

subscribeStorage([USER_KEY, TOKEN_KEY, PASSWORD_KEY, FACTOR_KEY], () => publish(readStored()))
