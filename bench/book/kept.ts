// A made book in a cluster, kept for the next run.
import { connect } from '#services/platform/database/connect.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import type { Cluster } from '#services/platform/embedded-postgres/cluster.ts'
import { fillWithBook } from './fill.ts'
import type { BookSize } from './size.ts'

/** The services' connection string to a database with that book, which is made if it does not exist yet. */
export async function bookOf(
  cluster: Cluster,
  size: BookSize,
  seed: number,
  print: (line: string) => void,
): Promise<string> {
  // books that had no messages, or old prices in play, have other names
  const name = `fresh_book_${size.users}_${size.bets}_${size.events}_${seed}`
  const url = cluster.serviceUrl(name)
  const ownerUrl = cluster.ownerUrl(name)
  const admin = await connect(cluster.ownerUrl('postgres'), { name: 'fairbook bench' })
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      print(`making a book of ${size.users} users, ${size.bets} bets, ${size.events} events`)
      await admin.query(`create database ${name}_making`)
      const making = { url: cluster.serviceUrl(`${name}_making`), ownerUrl: cluster.ownerUrl(`${name}_making`) }
      await migrate({ ownerUrl: making.ownerUrl, serviceUrl: making.url })
      await fillWithBook({ ...making, size, seed, print })
      await admin.query(`alter database ${name}_making rename to ${name}`)
    }
  } finally {
    await admin.end()
  }
  await migrate({ ownerUrl, serviceUrl: url })
  return url
}
