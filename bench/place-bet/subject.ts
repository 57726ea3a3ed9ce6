// What `npm run bench` places bets on: the product, and servers written by hand.
import type { Pick } from '#tests/bets.ts'
import type { Accounted } from '../accounting/subjects.ts'
import type { Request } from '../load.ts'

export type SubjectName = 'fairbook' | 'equal-work' | 'transaction' | 'statement'

export type Subject = {
  readonly name: SubjectName
  readonly origin: string
  readonly parts: Accounted
  /** Called before the load, with what is offered. */
  prepare?(picks: readonly Pick[]): Promise<void>
  /** `run`: unique among runs. */
  request(picks: readonly Pick[], run: string): (client: number, n: number) => Request
  /** Called after the load: resolves once the work that it left is done, with the seconds that took. */
  catchUp?(): Promise<number>
}
