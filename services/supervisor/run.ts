// From the settings to the running product, and to its end.
import { type Config, readConfig } from '#services/platform/config.ts'
import { DataDirInUse, type DataDirLock, lockDataDir } from '#services/platform/embedded-postgres/data-dir-lock.ts'
import { expectFreePort } from '#services/platform/process/listen-address.ts'
import { STOP_WITHIN_MS } from '#services/platform/process/supervisor-protocol.ts'
import { Product, type ProductOptions } from './product.ts'

/** After a crash, the processes of the last run need as long to notice that their supervisor is gone. */
const LET_GO_MS = STOP_WITHIN_MS + 2_000
/** Whatever happens, it is over then. */
const END_WITHIN_MS = 9_500

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Ends the process with one line. */
export function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** What can be started, to its address, and stopped: the product, as it is or in watch mode. */
export type Runnable = { start(): Promise<string>; stop(): Promise<void> }

/** Runs until `ended` is aborted, then ends the process: 0 when all has been stopped in order. */
export async function run(
  ended: AbortSignal,
  create: (options: ProductOptions) => Runnable = (options) => new Product(options),
): Promise<void> {
  const config = readConfig()
  const lock = lockFor(config)
  const lost = (reason: string) => {
    void stop().then(
      () => fail(reason),
      () => fail(reason),
    )
  }
  const product = create({ config, env: process.env, say, lost })
  const stop = async () => {
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref()
    await product.stop()
    lock?.release()
  }
  ended.addEventListener('abort', () => void stop().then(() => process.exit(0), fail))
  if (ended.aborted) return stop()
  try {
    if (config.PORT !== 0) await expectFreePort(config.HOST, config.PORT, lock?.afterCrash ? LET_GO_MS : 0)
    say(`Fairbook is ready: ${await product.start()}`)
  } catch (error) {
    if (ended.aborted) return
    await stop().catch(() => undefined)
    fail(error)
  }
}

/** Beside a database of one's own the folder stays empty: any number of products may share it. */
function lockFor(config: Config): DataDirLock | null {
  try {
    return lockDataDir(config.DATA_DIR)
  } catch (error) {
    if (error instanceof DataDirInUse && config.DATABASE_URL !== undefined) return null
    throw error
  }
}
