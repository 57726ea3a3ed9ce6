// The people of a made book, whose names and passwords stand in identity and behind commitments in the ledger.
import { createHash } from 'node:crypto'
import * as argon2 from '@node-rs/argon2'
import type { Role } from '#domain/values.ts'
import type { SeededRandom } from '#projections/testing/seeded-random.ts'
import { commitmentsOf } from '#services/accounts/credentials.ts'

/** Of everybody in a made book. */
export const PASSWORD = 'everybody-in-a-made-book'

const FIRST_NAMES = [
  ...['ada', 'bruno', 'clara', 'dario', 'elena', 'fabio', 'greta', 'hanna', 'ivan', 'julia', 'karl', 'laura', 'marco'],
  ...['nina', 'oscar', 'paula', 'quentin', 'rosa', 'sven', 'tina', 'ugo', 'vera', 'wanda', 'xenia', 'yuri', 'zoe'],
]

export type MadePerson = {
  readonly id: string
  readonly username: string
  readonly usernameSalt: Buffer
  readonly passwordHash: string
  readonly passwordSalt: Buffer
  readonly role: Role
  readonly openedBy: string
}

/** Hashed once: it takes longer than all that is written about a person. */
export const passwordHash = (seed: number): string =>
  argon2.hashSync(PASSWORD, {
    ...{ memoryCost: 19_456, timeCost: 2, parallelism: 1 },
    salt: createHash('sha256').update(`made book ${seed}`).digest().subarray(0, 16),
  })

export function somebody(
  random: SeededRandom,
  hash: string,
  name: string,
  opened: Pick<MadePerson, 'role' | 'openedBy'>,
): MadePerson {
  const salt = () => Buffer.from(random.id() + random.id(), 'hex')
  return { id: random.id(), username: name, usernameSalt: salt(), passwordHash: hash, passwordSalt: salt(), ...opened }
}

export const bettorName = (random: SeededRandom, n: number): string => `${random.one(FIRST_NAMES)}.${n}`

export const commitmentsOfPerson = (person: MadePerson): { username: string; password: string } =>
  commitmentsOf({ ...person, usernameNormal: person.username })
