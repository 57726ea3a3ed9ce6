// Values as they stand in an address.
import { z } from 'zod'

/** `?upcoming=true`; absent is false. */
export const Flag = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((text) => text !== 'false' && text !== '0')

/** A whole number from 1 on; absent is 1. */
export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a page number')
  .default('1')
  .transform(Number)
