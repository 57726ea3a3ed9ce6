// `npm start`: the whole product on this machine, with nothing configured.
import { type Config, readConfig } from '../config.ts'
import { type DataDirLock, lockDataDir } from '../embedded/data-dir-lock.ts'
import { expectFreePort } from './address.ts'
import { Product } from './product.ts'
import { STOP_WITHIN_MS } from './protocol.ts'

/** After a crash, the processes of the last run need as long to notice that their supervisor is gone. */
const LET_GO_MS = STOP_WITHIN_MS + 2_000
/** Whatever happens, it is over then. */
const END_WITHIN_MS = 9_500

const say = (line: string) => void process.stdout.write(`${line}\n`)

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function run(config: Config, lock: DataDirLock): Promise<void> {
  const product = new Product({ config, env: process.env, say })
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= (async () => {
      setTimeout(() => process.exit(1), END_WITHIN_MS).unref()
      await product.stop()
      lock.release()
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0), fail))
  }
  try {
    if (config.PORT !== 0) await expectFreePort(config.HOST, config.PORT, lock.afterCrash ? LET_GO_MS : 0)
    say(`Fairbook is ready: ${await product.start()}`)
  } catch (error) {
    if (stopping) return
    await stop().catch(() => undefined)
    fail(error)
  }
}

try {
  const config = readConfig()
  await run(config, lockDataDir(config.DATA_DIR))
} catch (error) {
  fail(error)
}
