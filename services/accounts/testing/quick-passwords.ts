// Hashes passwords with the product's algorithm at the lowest cost; what a hash has to cost is tested where that is
// set.
import * as argon2 from '@node-rs/argon2'
import { createPasswords, type Passwords } from '../passwords/passwords.ts'

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

/**
 * Each test's product has a dozen people who are registered and signed in: at full cost, that takes up to a fifth of
 * the test's processor time.
 */
export const quickPasswords = (): Passwords => createPasswords({ hash: (password) => argon2.hash(password, LEAST) })
