// The people of a made book, with names, passwords, addresses and second factors in identity, and commitments to them
// in the ledger.
import { createHash } from 'node:crypto'
import * as argon2 from '@node-rs/argon2'
import type { Commitments } from '#domain/account/commands.ts'
import type { Role } from '#domain/values.ts'
import type { SeededRandom } from '#projections/testing/seeded-random.ts'
import { commitment } from '#services/accounts/commitments.ts'
import { commitmentsOf } from '#services/accounts/credentials.ts'

/** The password of everybody in a made book. */
const PASSWORD = 'everybody-in-a-made-book'

const FIRST_NAMES = [
  ...['ada', 'bruno', 'clara', 'dario', 'elena', 'fabio', 'greta', 'hanna', 'ivan', 'julia', 'karl', 'laura', 'marco'],
  ...['nina', 'oscar', 'paula', 'quentin', 'rosa', 'sven', 'tina', 'ugo', 'vera', 'wanda', 'xenia', 'yuri', 'zoe'],
]
const USER_AGENTS = ['Firefox on Linux', 'Safari on iPhone', 'Chrome on Android', 'Edge on Windows']
const SESSIONS_MAX = 3
const RECOVERY_CODES = 10
/** Size of a sealed secret: nonce, 20 bytes, tag. */
const SEALED_BYTES = 48

/** A text outside the ledger, with the ledger's commitment to it. */
export type MadeText = { readonly commitment: string; readonly salt: Buffer; readonly text: string }

export type MadeSession = {
  readonly commitment: string
  readonly salt: Buffer
  readonly ip: string
  readonly userAgent: string
}

/** Sealed with a key that does not exist, so nobody can sign in with it. */
export type MadeFactor = {
  readonly secret: { readonly commitment: string; readonly salt: Buffer; readonly sealed: Buffer }
  readonly recoveryCodes: { readonly commitment: string; readonly salt: Buffer; readonly hashes: readonly Buffer[] }
}

export type MadePerson = {
  readonly id: string
  readonly username: string
  readonly usernameSalt: Buffer
  readonly passwordHash: string
  readonly passwordSalt: Buffer
  readonly role: Role
  readonly openedBy: string
  readonly email: MadeText | null
  readonly factor: MadeFactor | null
  /** At least one: where the account was signed in from. */
  readonly sessions: readonly MadeSession[]
}

let hashed: string | undefined
/**
 * Hashed once for all books: this takes longer than writing everything about a person, and otherwise a fifth of the
 * time of a small book.
 */
export const passwordHash = (): string => {
  hashed ??= argon2.hashSync(PASSWORD, {
    ...{ memoryCost: 19_456, timeCost: 2, parallelism: 1 },
    salt: createHash('sha256').update('made books').digest().subarray(0, 16),
  })
  return hashed
}

const bytes = (random: SeededRandom, length: number): Buffer =>
  Buffer.from(Array.from({ length: Math.ceil(length / 16) }, () => random.id()).join(''), 'hex').subarray(0, length)
const saltOf = (random: SeededRandom): Buffer => bytes(random, 32)

export function someText(random: SeededRandom, text: string): MadeText {
  const salt = saltOf(random)
  return { commitment: commitment(salt, text), salt, text }
}

/**
 * `networks`: how many addresses there are; with many people, they share them. `hasFactor`: whether they have a second
 * factor.
 */
export function somebody(
  random: SeededRandom,
  hash: string,
  name: string,
  { networks, hasFactor, ...opened }: Pick<MadePerson, 'role' | 'openedBy'> & { networks: number; hasFactor: boolean },
): MadePerson {
  return {
    ...opened,
    ...{ id: random.id(), username: name, usernameSalt: saltOf(random) },
    ...{ passwordHash: hash, passwordSalt: saltOf(random) },
    email: random.below(3) === 0 ? someText(random, `${name}@example.com`) : null,
    factor: hasFactor ? someFactor(random) : null,
    sessions: Array.from({ length: 1 + random.below(SESSIONS_MAX) }, () => someSession(random, networks)),
  }
}

function someSession(random: SeededRandom, networks: number): MadeSession {
  const network = random.below(networks)
  const ip = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`
  const [salt, userAgent] = [saltOf(random), random.one(USER_AGENTS)]
  return { commitment: commitment(salt, { ip, userAgent }), salt, ip, userAgent }
}

function someFactor(random: SeededRandom): MadeFactor {
  const [salt, codesSalt, sealed] = [saltOf(random), saltOf(random), bytes(random, SEALED_BYTES)]
  const hashes = Array.from({ length: RECOVERY_CODES }, () => bytes(random, 32))
  const named = hashes.map((one) => one.toString('hex')).toSorted()
  return {
    secret: { commitment: commitment(salt, sealed.toString('base64')), salt, sealed },
    recoveryCodes: { commitment: commitment(codesSalt, named.join(' ')), salt: codesSalt, hashes },
  }
}

export const bettorName = (random: SeededRandom, n: number): string => `${random.one(FIRST_NAMES)}.${n}`

export const commitmentsOfPerson = (person: MadePerson): Commitments =>
  commitmentsOf({ ...person, usernameNormal: person.username, registration: { nameAsTyped: true } })
