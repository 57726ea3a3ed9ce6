// A process that leads, and writes on its connection all the time: leading-process.ts URL NAME STANDS_STILL_MS. It
// prints when it leads, and why it no longer does.
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../connect.ts'
import { leadWheneverPossible } from '../leadership.ts'

const [url, name, standsStillMs] = process.argv.slice(2) as [string, string, string]

await leadWheneverPossible(
  {
    ...{ name, standsStillMs: Number(standsStillMs), signal: new AbortController().signal },
    connect: () => connect(url, { name: 'leading process' }),
    log: (line) => console.log(line),
  },
  async (client) => {
    console.log('leads')
    for (;;) {
      await client.query('update written set times = times + 1, by = $1', [process.pid])
      await pause(1)
    }
  },
)
