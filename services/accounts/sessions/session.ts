// A session: whom a bearer token authenticates. Tokens are random, and stored as hashes.
import { hash, randomBytes } from 'node:crypto'
import type { Role } from '#domain/values.ts'
import { commitment, newSalt } from '../commitments.ts'

export type Session = {
  /** SHA-256 of the token, in hex; the session's id inside the product. */
  readonly id: string
  readonly accountId: string
  readonly username: string
  readonly role: Role
  /** How the ledger identifies the session. */
  readonly commitment: string
  /** The address where it began. */
  readonly ip: string
  /** Signed in with a generated password: it can only change the password. */
  readonly passwordChangeRequired?: true
  /** Begun with a code of the second factor, or the session in which that was set up. */
  readonly secondFactor?: true
  /** An admin who needs a second factor: the session can only set one up. */
  readonly secondFactorRequired?: true
}

/** Where a request comes from. Personal data, so the ledger has only a commitment to it. */
export type Client = { readonly ip: string; readonly userAgent: string }

/** A session that is not stored yet, so that the event that opens its account can refer to it. */
export type SessionDraft = {
  readonly token: string
  readonly id: string
  readonly client: Client
  readonly salt: Buffer
  readonly commitment: string
  /** Whether the second factor was shown. */
  readonly secondFactor: boolean
}

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const USER_AGENT_MAX = 400

export const isToken = (text: string): boolean => TOKEN.test(text)

/** The session's id; the token itself is stored nowhere. */
export const sessionId = (token: string): string => hash('sha256', token)

export function draftSession({ ip, userAgent }: Client, { secondFactor = false } = {}): SessionDraft {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const salt = newSalt()
  const client = { ip, userAgent: userAgent.slice(0, USER_AGENT_MAX) }
  return { token, id: sessionId(token), client, salt, commitment: commitment(salt, client), secondFactor }
}
