// What another thread has found of the seals of bets, before they are folded.

/** What a seal should have been, and is. */
export type Fault = readonly [expected: string, actual: string]

export type SealsTold = { faultOf(number: number, leg: number): Fault | null }
