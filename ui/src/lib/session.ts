// Who is signed in: stored under a user key and a token key, shared by all tabs.
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
  /** An admin who has to have a second factor: nothing else is allowed until it is set up. */
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

/** The session goes on, changed. Stored only where it is the stored one: another tab may have ended it or begun another. */
function change(next: Session) {
  if (readStored()?.token === next.token) save(next)
  else publish(next)
}

/** Updates the signed-in user from the server; ignores any other user. */
export function updateUser(user: User): void {
  if (current?.user.id === user.id) change({ ...current, user })
}

/** `euros` as the server replies after a bet or a transfer. */
export function updateBalance(euros: number): void {
  if (current) updateUser({ ...current.user, balance: euros.toFixed(2) })
}

const signOuts = new Listeners()

/** Calls back when the visitor signs out; not where a session ends by itself, after which the same visitor may go on. */
export const subscribeSignOut = signOuts.subscribe

/** The visitor signs out. */
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

/** Ends the session whose token was refused. False where a newer session goes on, here or started in another tab. */
export function expireSession(token: string): boolean {
  if (renewals > 0 || current?.token !== token) return false
  const stored = readStored()
  if (stored !== null && stored.token !== token) publish(stored)
  else save(null)
  return current === null
}

/** Marks the session of a token that may only change its password. */
export function requirePasswordChange(token: string): void {
  if (current?.token === token && !current.passwordChangeRequired) change({ ...current, passwordChangeRequired: true })
}

/** The same where a second factor has to be set up first. */
export function requireSecondFactor(token: string): void {
  if (current?.token === token && !current.secondFactorSetupRequired)
    change({ ...current, secondFactorSetupRequired: true })
}

/** It is set up: the session goes on. */
export function secondFactorSetUp(): void {
  if (current) change({ user: current.user, token: current.token })
}

export const subscribeSession = listeners.subscribe

/** The session or null; re-renders on sign-in, sign-out and balance changes in any tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession)
}

subscribeStorage([USER_KEY, TOKEN_KEY, PASSWORD_KEY, FACTOR_KEY], () => publish(readStored()))
