// `npm run migrate`: brings the database in DATABASE_URL up to date and exits. Every service migrates at its start if
// it may; this command is for when only the role in DATABASE_OWNER_URL may, so that no service needs its password.
import { readConfig } from '../config.ts'
import { lineOf } from '../errors.ts'
import { refuseArguments } from '../no-arguments.ts'
import { migrateProduct } from './migration/migrate.ts'

refuseArguments('migrate')
try {
  const config = readConfig()
  if (config.DATABASE_URL === undefined) throw new Error('DATABASE_URL is not set')
  const steps = await migrateProduct({ ...config, DATABASE_URL: config.DATABASE_URL })
  process.stdout.write(`${steps.length === 0 ? 'up to date' : `applied: ${steps.join(', ')}`}\n`)
} catch (error) {
  process.stderr.write(`migrate: ${lineOf(error)}\n`)
  process.exitCode = 1
}
