// Every read model that the product has.
import { auditModel } from './audit-trail/audit-trail.ts'
import { balancesModel } from './balances.ts'
import { betsModel } from './bets.ts'
import { bookModel } from './book/book.ts'
import { evidenceModel } from './evidence.ts'
import type { ReadModel } from './read-model.ts'
import { settlementModel } from './settlement/settlement.ts'
import { statementModel } from './statement.ts'
import { accountsModel } from './whole-tables/accounts.ts'
import { askedModel } from './whole-tables/asked.ts'
import { correctedModel } from './whole-tables/corrected.ts'
import { deskModel } from './whole-tables/desk.ts'
import { fixturesModel } from './whole-tables/fixtures.ts'
import { floatsModel } from './whole-tables/floats.ts'
import { houseModel } from './whole-tables/house.ts'
import { notesModel } from './whole-tables/notes.ts'
import { offerModel } from './whole-tables/offer.ts'
import { popularityModel } from './whole-tables/popularity.ts'
import { statisticsModel } from './whole-tables/statistics.ts'
import { transfersModel } from './whole-tables/transfers.ts'
import { treasuryModel } from './whole-tables/treasury.ts'

export const READ_MODELS: readonly ReadModel[] = [
  accountsModel,
  askedModel,
  auditModel,
  balancesModel,
  betsModel,
  bookModel,
  correctedModel,
  deskModel,
  evidenceModel,
  fixturesModel,
  floatsModel,
  houseModel,
  notesModel,
  settlementModel,
  offerModel,
  popularityModel,
  statisticsModel,
  statementModel,
  transfersModel,
  treasuryModel,
]
