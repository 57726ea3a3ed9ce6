// Who is signed in: kept under a user key and a token key, shared by all tabs, read by the API client and the guards.
import { useSyncExternalStore } from 'react'
import type { User } from '#services/contract/contract.ts'

const USER_KEY = 'fairbook.user'
const TOKEN_KEY = 'fairbook.token'
const PASSWORD_KEY = 'fairbook.password-change'

export type Session = {
  user: User
  token: string
  /** Signed in with a password that nobody chose: nothing else is open until it is changed. */
  passwordChangeRequired?: true | undefined
}

let current: Session | null = load()
const listeners = new Set<() => void>()

function load(): Session | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY)
    const user: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null')
    if (!token || !isUser(user)) return null
    return localStorage.getItem(PASSWORD_KEY) === token
      ? { user, token, passwordChangeRequired: true }
      : { user, token }
  } catch {
    return null
  }
}

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null && 'id' in value && 'username' in value && 'balance' in value
}

function publish(next: Session | null) {
  current = next
  for (const listener of listeners) listener()
}

function store(next: Session | null) {
  try {
    if (next) {
      localStorage.setItem(USER_KEY, JSON.stringify(next.user))
      localStorage.setItem(TOKEN_KEY, next.token)
      if (next.passwordChangeRequired) localStorage.setItem(PASSWORD_KEY, next.token)
      else localStorage.removeItem(PASSWORD_KEY)
    } else {
      localStorage.removeItem(USER_KEY)
      localStorage.removeItem(TOKEN_KEY)
      localStorage.removeItem(PASSWORD_KEY)
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
  store(session)
}

/** Takes what the server says of the signed-in user; ignored when it is about somebody else. */
export function updateUser(user: User): void {
  if (current && current.user.id === user.id) store({ ...current, user })
}

/** `euros` as the server replies it after a bet or a transfer. */
export function updateBalance(euros: number): void {
  if (current) store({ ...current, user: { ...current.user, balance: euros.toFixed(2) } })
}

export function endSession(): void {
  store(null)
}

let renewals = 0

/** Carries out what will replace the token: a refusal of the old one ends nothing meanwhile. */
export async function whileRenewing<Result>(work: () => Promise<Result>): Promise<Result> {
  renewals += 1
  try {
    return await work()
  } finally {
    renewals -= 1
  }
}

/** Ends the session whose token the server refused; false where another one goes on, here or begun in another tab. */
export function endSessionOf(token: string): boolean {
  if (renewals > 0 || current?.token !== token) return false
  const stored = load()
  if (stored !== null && stored.token !== token) publish(stored)
  else store(null)
  return current === null
}

/** The server lets this token do nothing but change its password. */
export function requirePasswordChange(token: string): void {
  if (current?.token === token && !current.passwordChangeRequired) store({ ...current, passwordChangeRequired: true })
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session, or null; re-renders on sign-in, sign-out and every change of the balance, in any tab. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribeSession, readSession)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === null || [USER_KEY, TOKEN_KEY, PASSWORD_KEY].includes(event.key)) publish(load())
  })
}
