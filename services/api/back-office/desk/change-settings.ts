// Action `changeSettings`, for super admins. Every process applies a change from its next bet on.
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '#domain/decision.ts'
import { DESK } from '#domain/desk/events.ts'
import type { SettingName, SettingValue } from '#domain/desk/settings.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import type { AdminBody } from '#services/contract/contract.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { giveByHand } from '../by-hand.ts'
import { possibleText, toLedger } from './setting-units.ts'

const CHANGED = 'Settings changed: in force from now on'

type Body = Extract<AdminBody, { action: 'changeSettings' }>

export async function changeSettings(services: Services, request: FastifyRequest, session: Session, body: Body) {
  const settings = ledgerValues(body.settings)
  const asked = { type: 'changeSettings', settings }
  const byHand = { asked, reason: body.reason }
  const { outcome, position } = await giveByHand(services, request, session, byHand, async (meta) => {
    const set = await services.desk.execute(DESK, { type: 'SetSettings', settings }, meta)
    return !set.accepted && set.refusal.code === 'setting_invalid' ? { ...set, error: impossible(set.refusal) } : set
  })
  await services.rules.now()
  // no event: the setting already has this value
  const message = outcome.position === null ? 'In force already: nothing was changed' : CHANGED
  return { success: true as const, message, position }
}

function ledgerValues(settings: Body['settings']): Partial<Record<SettingName, SettingValue>> {
  const values = Object.entries(settings).map(
    ([setting, value]) => [setting, toLedger(setting as SettingName, value as SettingValue) ?? IMPOSSIBLE] as const,
  )
  if (values.length === 0) throw new ApiError('fields_missing')
  return Object.fromEntries(values)
}

/** Stands for what the ledger could not hold exactly; the decider refuses it. */
const IMPOSSIBLE = -1

/** The refusal, which says what the first impossible setting may be. */
function impossible({ code, detail }: Refusal): ApiError {
  const { setting } = detail as { setting: SettingName }
  return new ApiError(code, { error: `${setting} ${possibleText(setting)}.` })
}
