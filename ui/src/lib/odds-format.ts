/** Decimal odds as shown, with two decimals: '2.10'. */
export const formatOdds = (odds: number): string => odds.toFixed(2)
