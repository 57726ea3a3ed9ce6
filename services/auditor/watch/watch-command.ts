// The answer of `ledger watch`, which is written while the watch runs.
import type { Answer, Call } from '../commands/command.ts'
import { durationOption, textOption } from '../commands/options.ts'
import { Usage } from '../failures.ts'
import { checkpointsOption, evidenceFolder, keysOption, witnessesOption } from '../proofs/kept.ts'
import { News } from './news.ts'
import { jsonLines, textLines } from './said.ts'
import type { Watched } from './watched.ts'
import { type Pace, Watching } from './watching.ts'

export async function answerWatch(call: Call): Promise<Answer> {
  const pace = paceOf(call)
  const watching = new Watching(await watchedOf(call), pace, call.signal)
  return {
    get exitCode() {
      return watching.exitCode
    },
    json: () => jsonLines(watching.says()),
    text: (color) => textLines(watching.says(), color),
  }
}

function paceOf(call: Call): Pace {
  const isOnce = call.options.once === true
  const forMs = durationOption(call, 'for')
  if (isOnce && forMs !== null) throw new Usage('--once is one look, --for is many: give one of them')
  return { everyMs: durationOption(call, 'every')!, forMs: isOnce ? 0 : forMs }
}

async function watchedOf(call: Call): Promise<Watched> {
  const keys = keysOption(call)
  const shared = {
    keys,
    kept: checkpointsOption(call, 'checkpoint'),
    witnessed: witnessesOption(call),
    evidence: textOption(call, 'evidence') ?? evidenceFolder(),
    remembers: call.options.remember !== false,
  }
  const address = textOption(call, 'url')
  if (address === null) {
    const staleAfterMs = durationOption(call, 'staleAfter')!
    const access = await call.openLedger()
    if (access.folder !== undefined) throw new Usage('an export does not grow: ledger verify --source checks it')
    const { WatchedLog } = await import('./watched-log.ts')
    return new WatchedLog(new News(), { ...shared, access, staleAfterMs })
  }
  if (!/^https?:\/\/[^\s?#]+$/.test(address)) throw new Usage(`--url takes the address of a log, not '${address}'`)
  if (keys.length === 0) throw new Usage('--key is needed with --url: the server of a log cannot vouch for its key')
  const { WatchedTiles } = await import('./tiles/watched-tiles.ts')
  return new WatchedTiles(new News(), { ...shared, address, signal: call.signal })
}
