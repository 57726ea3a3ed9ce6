// Passwords that are hashed as the product hashes them, at the least cost: what a hash has to cost is tested where it is set.
import * as argon2 from '@node-rs/argon2'
import { createPasswords, type Passwords } from '../passwords/passwords.ts'

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

/** A product of a test has a dozen people, each hashed and signed in: at the full cost up to a fifth of its processor time. */
export const quickPasswords = (): Passwords => createPasswords({ hash: (password) => argon2.hash(password, LEAST) })
