import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsNewStart, servicesOf } from './restarts.ts'

const ALL = ['simulator', 'api', 'projector', 'notary', 'worker']

test.each([
  ['services/api/server.ts', ['api']],
  ['services/workers/schedule.ts', ['worker']],
  ['services/projector/main.ts', ['projector']],
  ['services/simulator/feed/feed.ts', ['simulator']],
  ['domain/money.ts', ALL],
  ['services/platform/config.ts', ALL],
  ['services/odds/catalog/leagues.csv', ALL],
  ['domain/money.test.ts', []],
  ['domain/testing/world.ts', []],
  ['services/auditor/verify.ts', []],
  ['services/supervisor/product.ts', []],
  ['projections/bets/table.sql', []],
])('%s restarts %j', (file, services) => {
  expect(existsSync(join(import.meta.dirname, '../../..', file)), file).toBe(true)
  expect(servicesOf(file)).toEqual(services)
})

test('changes of tables and of the supervisor itself need a new start', () => {
  const changed = ['projections/bets/table.sql', 'services/supervisor/product.ts', 'services/supervisor/child.test.ts']
  expect(changed.filter(needsNewStart)).toEqual(['projections/bets/table.sql', 'services/supervisor/product.ts'])
})
