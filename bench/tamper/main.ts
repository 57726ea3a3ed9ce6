// `npm run bench:tamper`: single changes to small signed books, drawn by seed, over every column that an audit covers:
// each has to be found, and named first. `-- --books 100 --changes 100 --clean 10 --seed 1`: this many changes and
// clean runs per book. Exits with 1 if one was missed, or a clean run found something.
import { parseArgs } from 'node:util'
import { connect } from '#services/platform/database/connect.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { machine } from '../results.ts'
import { createStarted, startPostgres } from '../started.ts'
import { tamper } from './tamper.ts'

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '100' },
    changes: { type: 'string', default: '100' },
    clean: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

print(machine())
const started = createStarted()
const { cluster } = await startPostgres(started, { name: 'tamper' })
const admin = await started.start(
  () => connect(cluster.ownerUrl('postgres'), { name: 'fairbook bench' }),
  (client) => client.end(),
)
let databases = 0
async function newDatabase() {
  if (databases > 0) await admin.query(`drop database book_${databases} with (force)`)
  const name = `book_${++databases}`
  await admin.query(`create database ${name}`)
  const database = { url: cluster.serviceUrl(name), ownerUrl: cluster.ownerUrl(name) }
  await migrate({ ownerUrl: database.ownerUrl, serviceUrl: database.url })
  return database
}
try {
  const tampered = await tamper({
    newDatabase,
    books: Number(values.books),
    changes: Number(values.changes),
    cleanRuns: Number(values.clean),
    seed: Number(values.seed),
    print,
  })
  for (const line of [...tampered.missed, ...tampered.falseAlarms]) print(line)
  const kinds = [...tampered.changes].map(([kind, count]) => `${kind} ${count}`).join(', ')
  print(`${kinds}, in ${tampered.tables.size} tables: ${tampered.missed.length} missed`)
  print(`${tampered.cleanRuns} clean runs: ${tampered.falseAlarms.length} false alarms`)
  if (tampered.missed.length + tampered.falseAlarms.length > 0) process.exitCode = 1
} finally {
  await started.end()
}
