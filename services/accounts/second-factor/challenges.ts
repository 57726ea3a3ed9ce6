// The challenge that a sign-in gets after the right password, if a code is needed too: valid for a few minutes, for
// that account, and while that password is in force. Sealed rather than stored, so that any process can handle the
// answer.
import { hash } from 'node:crypto'
import type { Sealing } from './sealing.ts'

const VALID_MS = 5 * 60_000
const PLACE = 'challenge of a sign-in'

export type Challenges = {
  /** `passwordHash`: the hash that the password was verified against. */
  issue(accountId: string, passwordHash: string): string
  /** The account; null if the challenge is not ours, or has expired. */
  read(challenge: string): { readonly accountId: string; isOf(passwordHash: string): boolean } | null
}

export function createChallenges(sealing: Sealing, systemNow: () => Date): Challenges {
  return {
    issue(accountId, passwordHash) {
      const until = systemNow().getTime() + VALID_MS
      const content = JSON.stringify([accountId, hash('sha256', passwordHash), until])
      return sealing.seal(PLACE, Buffer.from(content)).toString('base64url')
    },
    read(challenge) {
      const opened = sealing.open(PLACE, Buffer.from(challenge, 'base64url'))
      if (opened === null) return null
      const [accountId, password, until] = JSON.parse(opened.toString()) as [string, string, number]
      if (systemNow().getTime() >= until) return null
      return { accountId, isOf: (passwordHash) => hash('sha256', passwordHash) === password }
    },
  }
}
