// POST /api/auth/auth: sign in and up, the user's current state, sign out.
import type { SignedIn, User } from '#services/contract/contract.ts'
import { ApiError, request } from '#ui/lib/http/request.ts'
import { endSession, endSessionOf, readSession, startSession, updateUser, whileRenewing } from '#ui/lib/session.ts'

const PATH = '/api/auth/auth'

export type Credentials = { username: string; password: string }

/** Starts the session. Throws ApiError with the server's text. */
export async function signIn(credentials: Credentials): Promise<User> {
  return begin(await request<SignedIn>(PATH, { body: { action: 'signin', ...credentials } }))
}

/** `adult`: the visitor attests to be at least 18. */
export async function signUp(credentials: Credentials & { adult: boolean }): Promise<User> {
  return begin(await request<SignedIn>(PATH, { body: { action: 'signup', ...credentials } }))
}

export type NewPassword = { oldPassword: string; newPassword: string }

/** Changes the signed-in user's own. All sessions end with it; this browser goes on with the one that the reply begins. */
export function changePassword(passwords: NewPassword, idempotencyKey: string): Promise<User> {
  return whileRenewing(async () =>
    begin(await request<SignedIn>(PATH, { body: { action: 'change-password', ...passwords }, idempotencyKey })),
  )
}

function begin(session: SignedIn): User {
  startSession(session)
  return session.user
}

/** Brings balance and rights up to date; a session that the server no longer knows ends. */
export async function refreshSession(): Promise<void> {
  const session = readSession()
  if (!session) return
  try {
    const { user } = await request<{ user: User }>(PATH, {
      body: { action: 'refresh', username: session.user.username },
    })
    updateUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) endSessionOf(session.token)
  }
}

/** Clears what is kept here first: signing out never fails for the visitor. */
export async function signOut(): Promise<void> {
  const token = readSession()?.token
  if (!token) return
  const farewell = request(PATH, { body: { action: 'signout' } })
  endSession()
  await farewell.catch(() => {})
}

/** Asks the server whether this token is an admin's. */
export async function verifyAdmin(token: string): Promise<boolean> {
  const { isAdmin } = await request<{ isAdmin: boolean }>(PATH, { body: { action: 'verify-admin', token } })
  return isAdmin
}
