// Values in a query string.
import { z } from 'zod'

/** `?upcoming=true`; false if absent. */
export const Flag = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((text) => text !== 'false' && text !== '0')

/** A whole number from 1; 1 if absent. */
export const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a page number')
  .default('1')
  .transform(Number)
