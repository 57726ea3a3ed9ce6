// What is needed to understand messages: the teams of each fixture, and the fixture of each provider id, as far as the
// log has been read.
import type { ReadEvent } from '../events/read-event.ts'
import type { Known } from '../spill/known.ts'
import type { Spill } from '../spill/spill.ts'
import type { SpillMap } from '../spill/spill-map.ts'
import type { Teams } from './message-body.ts'

/** `joined`: fixtures that turned out to be this game; ids of the provider were moved here from them. */
type Game = Teams & { readonly joined: Pick<ReadonlySet<string>, 'has'> }

/** A replay's `State` is one, too. */
export type KnownGames = {
  readonly fixtures: Pick<Known<Game>, 'peek'>
  /** The fixture id by provider id. */
  readonly providerIds: Pick<Known<string>, 'peek'>
}

const FIXTURE = 'fixture-'

/** The same as the rules would fold, for the thread that folds nothing else. */
export class GamesOfText implements KnownGames {
  readonly fixtures: SpillMap<Teams & { readonly joined: Set<string> }>
  readonly providerIds: SpillMap<string>

  constructor(spill: Spill) {
    this.fixtures = spill.map('games')
    this.providerIds = spill.map('ids of games')
  }

  event({ body }: ReadEvent): void {
    if (body?.type === 'FixtureListed') {
      const { home, away, providerId } = body.data
      const id = body.stream.slice(FIXTURE.length)
      if (this.fixtures.add(id, { home, away, joined: new Set() }) && providerId !== null) this.#claim(providerId, id)
    } else if (body?.type === 'ProviderIdLinked') {
      const id = body.stream.slice(FIXTURE.length)
      if (this.fixtures.has(id)) this.#claim(body.data.providerId, id)
    }
  }

  #claim(providerId: string, id: string): void {
    const taken = this.providerIds.get(providerId)
    if (taken !== undefined && taken !== id) this.fixtures.get(id)!.joined.add(taken)
    this.providerIds.set(providerId, id)
  }
}
