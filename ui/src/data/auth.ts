// POST /api/auth/auth: sign-in, sign-up, password change, session refresh, sign-out.
import type { SignedIn, User } from '#services/contract/contract.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { request } from '#ui/lib/http/request.ts'
import { endSession, expireSession, readSession, renewToken, startSession, updateUser } from '#ui/lib/session.ts'

const PATH = '/api/auth/auth'

type Credentials = { username: string; password: string }

/** Starts the session. Throws ApiError with the server's text; with a challenge where a code is asked for. */
export async function signIn(credentials: Credentials): Promise<User> {
  return begin(await request<SignedIn>(PATH, { body: { action: 'signin', ...credentials } }))
}

/** The second step of a sign-in. Throws ApiError: second_factor_wrong, challenge_expired. */
export async function completeSignIn(challenge: string, code: string): Promise<User> {
  return begin(await request<SignedIn>(PATH, { body: { action: 'second-factor', challenge, code } }))
}

/** `adult`: the visitor confirms to be at least 18. */
export async function signUp(credentials: Credentials & { adult: boolean }): Promise<User> {
  return begin(await request<SignedIn>(PATH, { body: { action: 'signup', ...credentials } }))
}

type PasswordChange = { oldPassword: string; newPassword: string }

/** Ends all sessions of the signed-in user; this browser continues with the new one in the reply. */
export function changePassword(passwords: PasswordChange, idempotencyKey: string): Promise<User> {
  return renewToken(async () =>
    begin(await request<SignedIn>(PATH, { body: { action: 'change-password', ...passwords }, idempotencyKey })),
  )
}

function begin(session: SignedIn): User {
  startSession(session)
  return session.user
}

/** Updates balance and role; ends a session that the server no longer knows. */
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
    if (error.status === 401) expireSession(session.token)
  }
}

/** Clears the local session without waiting for the server: signing out never fails for the visitor. */
export async function signOut(): Promise<void> {
  const token = readSession()?.token
  if (!token) return
  const response = request(PATH, { body: { action: 'signout' } })
  endSession()
  await response.catch(() => {})
}

/** Asks the admins for a new password; the answer says nothing of whether there is such an account. */
export async function forgotPassword(username: string): Promise<void> {
  await request(PATH, { body: { action: 'forgot-password', username } })
}

/** Whether the server takes this token for an admin's. */
export async function verifyAdmin(token: string): Promise<boolean> {
  const { isAdmin } = await request<{ isAdmin: boolean }>(PATH, { body: { action: 'verify-admin', token } })
  return isAdmin
}
