// Every command on the desk.
import { hasAdminRights } from '../account/permissions.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { DeskCommand, SettingValues } from './commands.ts'
import type { DeskEvent, StopScope } from './events.ts'
import { isPossibleSetting, isSettingName, type SettingValue } from './settings.ts'
import type { DeskState } from './state.ts'
import { scopeKey } from './stops.ts'

/** Any admin stops and resumes betting; settings are changed by super admins, and seeded at a start. */
export function decideDesk(command: DeskCommand, { actor }: CommandMeta, state: DeskState): Decision<DeskEvent> {
  if (!hasAdminRights({ actor })) return refuse('not_an_admin')
  switch (command.type) {
    case 'SeedSettings': {
      const isNew = ([setting]: [string, SettingValue]) => !state.settings.has(setting)
      return set(Object.fromEntries(Object.entries(command.settings).filter(isNew)), state)
    }
    case 'SetSettings':
      return actor.role === 'admin' ? refuse('super_admin_required') : set(command.settings, state)
    case 'StopBetting':
      return isWhole(command.scope)
        ? state.stops.has(scopeKey(command.scope))
          ? ALREADY_DONE
          : accept({ type: 'BettingStopped', schema: 1, data: command.scope })
        : refuse('fixture_missing')
    case 'ResumeBetting':
      return state.stops.has(scopeKey(command.scope))
        ? accept({ type: 'BettingResumed', schema: 1, data: command.scope })
        : ALREADY_DONE
  }
}

/** A market can be stopped only on a fixture. */
const isWhole = ({ fixture, market }: StopScope): boolean => market === undefined || fixture !== undefined

function set(values: SettingValues, { settings }: DeskState): Decision<DeskEvent> {
  const asked = Object.entries(values)
  const impossible = asked.find(([setting, value]) => !isSettingName(setting) || !isPossibleSetting(setting, value))
  if (impossible !== undefined) return refuse('setting_invalid', { setting: impossible[0] })
  const changed = asked.filter(([setting, value]) => settings.get(setting) !== value)
  if (changed.length === 0) return ALREADY_DONE
  const changes = changed.map(([setting, after]) => {
    const before = settings.get(setting)
    return { setting, ...(before === undefined ? {} : { before }), after }
  })
  return accept({ type: 'SettingsSet', schema: 1, data: { settings: changes } })
}
