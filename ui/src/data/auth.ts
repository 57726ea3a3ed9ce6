// POST /api/auth/auth, what the first view needs of it: session refresh, sign-out. The rest is in sign-in.ts.
import type { User } from '#services/contract/contract.ts'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { endRefused } from '#ui/lib/http/query-client.ts'
import { request } from '#ui/lib/http/request.ts'
import { endSession, readSession, updateUser } from '#ui/lib/session.ts'

export const PATH = '/api/auth/auth'

/** Updates balance and role; ends a session that the server no longer knows, and says so. */
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

/** Clears the local session without waiting for the server: signing out never fails for the visitor. */
export async function signOut(): Promise<void> {
  const token = readSession()?.token
  if (!token) return
  const response = request(PATH, { body: { action: 'signout' } })
  endSession()
  await response.catch(() => {})
}

/** Whether the server takes this token for an admin's. */
export async function verifyAdmin(token: string): Promise<boolean> {
  const { isAdmin } = await request<{ isAdmin: boolean }>(PATH, { body: { action: 'verify-admin', token } })
  return isAdmin
}
