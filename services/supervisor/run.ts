// The product from its settings to its exit.
import { type Config, readConfig } from '#services/platform/config.ts'
import { DataDirInUse, type DataDirLock, lockDataDir } from '#services/platform/embedded-postgres/data-dir-lock.ts'
import { expectFreePort } from '#services/platform/process/listen-address.ts'
import { STOP_TIMEOUT_MS } from '#services/platform/process/supervisor-protocol.ts'
import { EXIT_TIMEOUT_MS, Product, type ProductOptions } from './product.ts'
import { expectOwnMetricsPorts } from './service-settings.ts'
import { createSupervisorLog } from './supervisor-log.ts'

/** After a crash, the processes of the last run may take this long to notice that their supervisor has gone. */
const PORT_RELEASE_MS = STOP_TIMEOUT_MS + 2_000
const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Exits after printing one line. */
export function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** What can be started, giving its address, and stopped: the product, as usual or in watch mode. */
export type Runnable = {
  start(): Promise<string>
  stop(): Promise<void>
  /** No time is left for a stop in order: nothing may go on running without its supervisor. */
  abandon(): void
}

/** Runs until `stopping` is aborted, then exits; with 0 if everything was stopped in order. */
export async function run(
  stopping: AbortSignal,
  create: (options: ProductOptions) => Runnable = (options) => new Product(options),
  exitTimeoutMs: number = EXIT_TIMEOUT_MS,
): Promise<void> {
  const config = readConfig()
  expectOwnMetricsPorts(config)
  const lock = lockFor(config)
  let isFailing = false
  const onFatal = (reason: string) => {
    isFailing = true
    void stop().then(
      () => fail(reason),
      () => fail(reason),
    )
  }
  const log = createSupervisorLog(process.stderr)
  const product = create({ config, env: process.env, print, log, onFatal })
  const giveUp = () => {
    product.abandon()
    process.exit(1)
  }
  const stop = async () => {
    setTimeout(giveUp, exitTimeoutMs).unref()
    await product.stop()
    lock?.release()
  }
  const end = async () => {
    log.info({}, 'the product is asked to end')
    await stop()
    process.exit(0)
  }
  stopping.addEventListener('abort', () => void end().catch(fail))
  if (stopping.aborted) return stop()
  try {
    if (config.PORT !== 0) await expectFreePort(config.HOST, config.PORT, lock?.afterCrash ? PORT_RELEASE_MS : 0)
    const address = await product.start()
    // a service may have ended for good while others were still starting
    if (isFailing) return
    print(`Fairbook is ready: ${address}`)
    log.info({ address }, 'the product is ready')
  } catch (error) {
    // the start was interrupted by that stop, which says why
    if (stopping.aborted || isFailing) return
    await stop().catch(() => undefined)
    fail(error)
  }
}

/** With an external database the folder stays empty, so any number of products may share it. */
function lockFor(config: Config): DataDirLock | null {
  try {
    return lockDataDir(config.DATA_DIR)
  } catch (error) {
    if (error instanceof DataDirInUse && config.DATABASE_URL !== undefined) return null
    throw error
  }
}
