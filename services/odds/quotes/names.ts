// Names are compared without regard to case, Unicode normalisation and spacing. Prices, scores and listings use the
// same rule, so that no game is taken for ours whose score then matches no team.

export const comparable = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
export const sameName = (one: string, other: string): boolean => one === other || comparable(one) === comparable(other)
