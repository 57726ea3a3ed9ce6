// The codes of a second factor: those of an app, by time (RFC 6238), and those that stand in for it, each for one use.
import { hash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** As RFC 4226 asks for, and as long as the hash of the codes. */
const SECRET_BYTES = 20
/** Steps before and after: clocks differ, and typing takes time. */
const DRIFT = 1
const APP_CODE = /^\d{6}$/

export const RECOVERY_CODES = 10
/** Crockford's: no letter is taken for a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 24 letters are 120 random bits: nobody finds one by trying, so that a plain hash keeps them. */
const RECOVERY_LETTERS = 24

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Fairbook',
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: PERIOD_S,
  })

/** For an app: the secret to type, and the address to scan. */
export function invitationOf(secret: Uint8Array, username: string): { secret: string; uri: string } {
  const totp = totpOf(secret, username)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step that the code is of; null if it is none of about now. `nowMs`: Unix time. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | null {
  const drift = totpOf(secret).validate({ token: code, timestamp: nowMs, window: DRIFT })
  return drift === null ? null : Math.floor(nowMs / 1_000 / PERIOD_S) + drift
}

/** As typed, without the blanks and hyphens that make it readable. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** Whether it is an app's; anything else can only be a recovery code. */
export const isAppCode = (plain: string): boolean => APP_CODE.test(plain)

export function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(RECOVERY_LETTERS), (byte) => LETTERS[byte % LETTERS.length])
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** `plain`: without hyphens, in capitals; letters that are read as digits count as those. */
export const recoveryCodeHash = (plain: string): Buffer =>
  hash('sha256', plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), 'buffer')
