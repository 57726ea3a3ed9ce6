// Whether a password is somebody's, under the limits of trying one.
import type { Credential } from '#services/accounts/credentials.ts'
import type { Passwords } from '#services/accounts/passwords/passwords.ts'
import type { Attempt } from '../limits/attempts.ts'

/**
 * The credential where the password is its own; null where it is not, or nobody has it, which takes as long. Who is
 * told that it was right ends the attempt with `right`.
 */
export async function prove(
  passwords: Passwords,
  attempt: Attempt,
  find: () => Promise<Credential | null>,
  password: string,
): Promise<Credential | null> {
  let credential: Credential | null
  let right: boolean
  try {
    credential = await find()
    right = await passwords.verify(credential?.passwordHash ?? null, password, attempt.turn)
  } catch (error) {
    await attempt.unchecked()
    throw error
  }
  if (credential !== null && right) return credential
  await attempt.wrong()
  return null
}
