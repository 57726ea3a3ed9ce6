export const PROFILE_TABS = ['overview', 'statistics', 'limits', 'settings'] as const
export type ProfileTab = (typeof PROFILE_TABS)[number]
