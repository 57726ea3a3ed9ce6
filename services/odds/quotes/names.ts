// Names are compared without regard to case, Unicode normalisation and surrounding space.

export const comparable = (name: string): string => name.normalize('NFC').trim().toLowerCase()
export const sameName = (one: string, other: string): boolean => one === other || comparable(one) === comparable(other)
