// The teams of the Six Nations, roughly in order of strength.

export const SIX_NATIONS = ['France', 'Ireland', 'England', 'Scotland', 'Italy', 'Wales'] as const
