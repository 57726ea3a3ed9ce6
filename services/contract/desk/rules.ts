// Rules of the desk: settings of the book and stops of betting, and GET /api/admin/rules.
import { z } from 'zod'
import { SETTING_NAMES } from '#domain/desk/settings.ts'
import { Given, IsoTime, RequiredReason } from '../values.ts'

const SettingName = z.enum(SETTING_NAMES)
/** Euros, seconds, or a word: see SettingShown. */
const SettingValue = z.union([z.number(), z.string().max(100)], { error: 'must be a number or text' })
const reason = { reason: RequiredReason }
/** Without `eventId`: all betting. `market`: a market key, such as 'h2h'; without it, the whole event. */
const scope = { eventId: Given.optional(), market: z.string().min(1).max(100).optional() }

export const deskActions = [
  /** For super admins. */
  z.strictObject({
    action: z.literal('changeSettings'),
    settings: z.partialRecord(SettingName, SettingValue),
    ...reason,
  }),
  z.strictObject({ action: z.literal('stopBetting'), ...scope, ...reason }),
  z.strictObject({ action: z.literal('resumeBetting'), ...scope, ...reason }),
] as const

export const SettingShown = z.object({
  setting: SettingName,
  unit: z.enum(['euros', 'seconds', 'word']),
  value: SettingValue,
  /** For a number: its range; for a word: its possible values. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  words: z.array(z.string()),
})
export type SettingShown = z.infer<typeof SettingShown>

/**
 * `by`: a user name, or null for the environment's value at the first start. `number`: ledger number from which on it
 * is in force.
 */
const Change = { number: z.number(), at: IsoTime, by: z.string().nullable(), reason: z.string().nullable() }

export const DeskRules = z.object({
  /** Whether the caller is a super admin. */
  mayChangeSettings: z.boolean(),
  settings: z.array(SettingShown),
  /** Newest first. `before`: null if there was no value. */
  changes: z.array(z.object({ setting: z.string(), before: SettingValue.nullable(), after: SettingValue, ...Change })),
  /** What betting is stopped on. `eventId` null: everything. `market` null: the whole event. */
  stops: z.array(
    z.object({
      eventId: z.string().nullable(),
      event: z.string().nullable(),
      market: z.string().nullable(),
      ...Change,
    }),
  ),
})
export type DeskRules = z.infer<typeof DeskRules>
