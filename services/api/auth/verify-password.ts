// Verifies a password, within the limits of attempts.
import type { Credential } from '#services/accounts/credentials.ts'
import type { Passwords } from '#services/accounts/passwords/passwords.ts'
import type { Attempt } from '../limits/attempts.ts'

/**
 * Returns the credential if the password is right. Returns null if it is wrong or the account does not exist, after the
 * same time. If it is right, the caller must end the attempt.
 */
export async function verifyPassword(
  passwords: Passwords,
  attempt: Attempt,
  find: () => Promise<Credential | null>,
  password: string,
): Promise<Credential | null> {
  let credential: Credential | null
  let matches: boolean
  try {
    credential = await find()
    matches = await passwords.verify(credential?.passwordHash ?? null, password, attempt.ticket)
  } catch (error) {
    await attempt.cancel()
    throw error
  }
  if (credential !== null && matches) return credential
  await attempt.failed()
  return null
}
