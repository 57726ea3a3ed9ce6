// A process that runs one query after the other, and prints how many bytes it keeps of them: asking-process.ts URL
// OPTIONS (JSON). A process of its own, because the heap of a worker that ran many tests is busy with those too.
import type pg from 'pg'
import { keptAfter } from '../../testing/kept-after.ts'
import { Client } from '../client.ts'

const [url, options] = process.argv.slice(2) as [string, string]

const client: pg.Client = new Client({ connectionString: url, ...(JSON.parse(options) as pg.ClientConfig) })
await client.connect()
const ask = (item: number[]) => client.query({ name: 'size', text: 'select cardinality($1::int[])', values: [item] })
console.log(await keptAfter(ask, () => undefined))
await client.end()
