export type PriceMove = 'up' | 'down'

/** Which way odds moved; both are decimal and different. */
export const priceMove = (from: string, to: string): PriceMove => (Number(to) > Number(from) ? 'up' : 'down')
