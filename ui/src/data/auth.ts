// The part of POST /api/auth/auth that the first view needs: session refresh and sign-out. The rest is in sign-in.ts.
import type { User } from '#services/contract/contract.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { endRefused } from '#ui/lib/http/query-client.ts'
import { request } from '#ui/lib/http/request.ts'
import { endSession, readSession, updateUser } from '#ui/lib/session.ts'

export const PATH = '/api/auth/auth'

/** Updates balance and role. Ends a session that the server no longer knows, and notifies the visitor. */
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
    if (error.status === 401) endRefused(session.token)
  }
}

/** Ends the local session without waiting for the server: for the visitor, signing out never fails. */
export async function signOut(): Promise<void> {
  const token = readSession()?.token
  if (!token) return
  const response = request(PATH, { body: { action: 'signout' } })
  endSession()
  await response.catch(() => {})
}

/** Whether the server accepts this token as an admin's. */
export async function verifyAdmin(token: string): Promise<boolean> {
  const { isAdmin } = await request<{ isAdmin: boolean }>(PATH, { body: { action: 'verify-admin', token } })
  return isAdmin
}
