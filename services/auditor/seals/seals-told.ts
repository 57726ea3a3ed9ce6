// What the other thread found about the seals of bets, before the bets are folded.

/** What a seal should have been, and what it is. */
export type Fault = readonly [expected: string, actual: string]

export type SealsTold = { faultOf(number: number, leg: number): Fault | null }
