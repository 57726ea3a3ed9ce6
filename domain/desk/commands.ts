// The commands on the desk.
//
//   command        events
//   SeedSettings   SettingsSet, for those that have no value yet
//   SetSettings    SettingsSet
//   StopBetting    BettingStopped
//   ResumeBetting  BettingResumed
import type { StopScope } from './events.ts'
import type { SettingName, SettingValue } from './settings.ts'

export type SettingValues = Readonly<Partial<Record<SettingName, SettingValue>>>

/** Values from the environment, given at each start. */
export type SeedSettings = { readonly type: 'SeedSettings'; readonly settings: SettingValues }
export type SetSettings = { readonly type: 'SetSettings'; readonly settings: SettingValues }
export type StopBetting = { readonly type: 'StopBetting'; readonly scope: StopScope }
export type ResumeBetting = { readonly type: 'ResumeBetting'; readonly scope: StopScope }

export type DeskCommand = SeedSettings | SetSettings | StopBetting | ResumeBetting
