// The codes of a second factor: those of an app, by time (RFC 6238), and recovery codes, each for one use.
import { hash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
/** 20 bytes, as RFC 4226 recommends; as long as the codes' SHA-1. */
const SECRET_BYTES = 20
/** Steps accepted before and after the current one: clocks differ, and typing takes time. */
const DRIFT = 1
const APP_CODE = /^\d{6}$/

export const RECOVERY_CODES = 10
/** Crockford's base 32: no letter is mistaken for a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 24 letters are 120 random bits: nobody finds one by trying, so a plain hash is enough to store them. */
const RECOVERY_LETTERS = 24

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES)

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Fairbook',
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: PERIOD_S,
  })

/** For setting up an app: the secret to type, and the URI to scan. */
export function invitationOf(secret: Uint8Array, username: string): { secret: string; uri: string } {
  const totp = totpOf(secret, username)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step that the code is of; null if it is of none close to now. `nowMs`: Unix time. */
export function stepOf(secret: Uint8Array, code: string, nowMs: number): number | null {
  const drift = totpOf(secret).validate({ token: code, timestamp: nowMs, window: DRIFT })
  return drift === null ? null : Math.floor(nowMs / 1_000 / PERIOD_S) + drift
}

/** What was typed, without the blanks and hyphens that make it readable. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** Whether it is a code of an app; anything else can only be a recovery code. */
export const isAppCode = (plain: string): boolean => APP_CODE.test(plain)

export function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(RECOVERY_LETTERS), (byte) => LETTERS[byte % LETTERS.length])
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** `plain`: without hyphens, in capitals. Letters that look like digits count as those. */
export const recoveryCodeHash = (plain: string): Buffer =>
  hash('sha256', plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1'), 'buffer')
