// How a leg can count. Imports nothing, so that the screens can load it.

export const GRADES = ['won', 'half-won', 'void', 'half-lost', 'lost'] as const
export type Grade = (typeof GRADES)[number]
