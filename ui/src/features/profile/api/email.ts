// POST /api/account/email: the signed-in user's own address.
import type { EmailBody, User } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { updateUser } from '#ui/lib/session.ts'

export async function changeEmail(body: EmailBody, idempotencyKey: string): Promise<User> {
  const { user } = await request<{ user: User }>('/api/account/email', { body, idempotencyKey })
  updateUser(user)
  return user
}
