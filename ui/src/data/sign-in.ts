// POST /api/auth/auth: sign-in, sign-up, password changes.
import type { SignedIn, User } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { renewToken, startSession } from '#ui/lib/session.ts'
import { PATH } from './auth.ts'

type Credentials = { username: string; password: string }

/** Signs in. Throws ApiError with the server's text, and with a challenge if a second factor is needed. */
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

/** Ends all sessions of the signed-in user; this browser continues with the new one from the reply. */
export function changePassword(passwords: PasswordChange, idempotencyKey: string): Promise<User> {
  return renewToken(async () =>
    begin(await request<SignedIn>(PATH, { body: { action: 'change-password', ...passwords }, idempotencyKey })),
  )
}

/** Asks the admins for a new password. The reply does not tell whether the account exists. */
export async function forgotPassword(username: string): Promise<void> {
  await request(PATH, { body: { action: 'forgot-password', username } })
}

function begin(session: SignedIn): User {
  startSession(session)
  return session.user
}
