// Blacklisted leagues, the games of the day, and when these were saved.
import { text, time } from '../../postgres/table-lines.ts'
import type { WholeTable } from '../read-model.ts'
import { wholeModel } from './whole-model.ts'

const blacklistedLeague: WholeTable = {
  spec: { table: 'blacklisted_league', columns: ['league', 'since'] },
  keyColumns: 1,
  rows: ({ offer }) => ({
    rowOf(key) {
      const hidden = offer.blacklisted.get(key)
      return hidden === undefined ? null : `${text(key)}\t${time(hidden.at)}`
    },
    keys: () => offer.blacklisted.keys(),
  }),
}

const gameOfTheDay: WholeTable = {
  spec: { table: 'game_of_the_day', columns: ['place', 'fixture_id'] },
  keyColumns: 1,
  rows({ offer }) {
    const fixtures = offer.gamesOfTheDay?.fixtures ?? []
    return {
      rowOf(key) {
        const fixture = fixtures[Number(key)]
        return fixture === undefined ? null : `${key}\t${fixture}`
      },
      keys: () => fixtures.map((_, place) => String(place)),
    }
  },
}

const gamesOfTheDaySave: WholeTable = {
  spec: { table: 'games_of_the_day_save', columns: ['one', 'saved_at'] },
  keyColumns: 1,
  rows({ offer: { gamesOfTheDay: saved } }) {
    return {
      rowOf: (key) => (saved === null || key !== 't' ? null : `t\t${time(saved.at)}`),
      keys: () => (saved === null ? [] : ['t']),
    }
  },
}
export const offerModel = wholeModel('offer', [blacklistedLeague, gameOfTheDay, gamesOfTheDaySave])
