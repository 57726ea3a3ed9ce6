// Names are compared without regard to case, Unicode normalisation and spacing: prices, scores and listings by one rule, so
// that no game is taken as ours whose score then finds no team.

export const comparable = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
export const sameName = (one: string, other: string): boolean => one === other || comparable(one) === comparable(other)
