// `npm run migrate`: brings the database in DATABASE_URL up to date, and ends. Every process does so at its start where it
// may; where only DATABASE_OWNER_URL may, this keeps its rights away from them.
import { readConfig } from '../config.ts'
import { migrateProduct } from './migrate.ts'

try {
  const config = readConfig()
  if (config.DATABASE_URL === undefined) throw new Error('DATABASE_URL is not set')
  const steps = await migrateProduct({ ...config, DATABASE_URL: config.DATABASE_URL })
  process.stdout.write(`${steps.length === 0 ? 'up to date' : `carried out: ${steps.join(', ')}`}\n`)
} catch (error) {
  process.stderr.write(`migrate: ${(error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')}\n`)
  process.exitCode = 1
}
