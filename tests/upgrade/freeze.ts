// `node tests/upgrade/freeze.ts FOLDER`: writes the content of this version's database, a small signed book, for later
// versions to take over in older-data.test.ts. Once written, it never changes. To freeze a version from before this
// file existed, copy the file into its checkout.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { signedBook } from '#bench/tamper/signed-book.ts'
import { newKey } from '#services/notary/testing/notary.ts'
import { connect } from '#services/platform/database/connect.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { startCluster } from '#services/platform/embedded-postgres/cluster.ts'

const SEED = 417
const PROJECTIONS = join(import.meta.dirname, '../../projections')

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node tests/upgrade/freeze.ts FOLDER')
const dataDir = mkdtempSync(join(tmpdir(), 'fairbook-frozen-'))
const cluster = await startCluster({ dataDir })
try {
  const admin = await connect(cluster.ownerUrl('postgres'), { name: 'fairbook freeze' })
  await admin.query('create database book')
  await admin.end()
  const [url, ownerUrl] = [cluster.serviceUrl('book'), cluster.ownerUrl('book')]
  await migrate({ ownerUrl, serviceUrl: url })
  const key = newKey()
  const book = await signedBook(url, ownerUrl, SEED, key)
  const { rows: tables } = await book.owner.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('app', 'log') order by 1`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows: found } = await book.owner.query<{ row: unknown }>(`select to_jsonb(t) as row from ${name} t`)
    if (found.length > 0) rows[name] = found.map(({ row }) => row)
  }
  await book.close()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'rows.json.gz'), gzipSync(JSON.stringify({ key, kept: book.kept, rows }), { level: 9 }))
  const models = ['checkpoints.sql', ...globSync('*/table.sql', { cwd: PROJECTIONS }).toSorted()]
  writeFileSync(
    join(folder, 'read-models.sql'),
    models.map((file) => readFileSync(join(PROJECTIONS, file), 'utf8')).join('\n'),
  )
} finally {
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
