// Every read model that the product has.
import { auditModel } from './audit-trail.ts'
import { betsModel } from './bets.ts'
import type { ReadModel } from './read-model.ts'
import { accountsModel, fixturesModel, houseModel, statisticsModel, transfersModel } from './whole-tables.ts'

export const READ_MODELS: readonly ReadModel[] = [
  accountsModel,
  auditModel,
  betsModel,
  fixturesModel,
  houseModel,
  statisticsModel,
  transfersModel,
]
