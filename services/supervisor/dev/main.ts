// `npm run dev`: the whole product in watch mode. The screens come from Vite with hot reload; a process is restarted
// when its sources change.
//
// Signals are handled from the first moment on, while the rest is still loading.
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort())

const { refuseArguments } = await import('#services/platform/no-arguments.ts')
refuseArguments('npm run dev')
const { fail, run } = await import('../run.ts')
const { WatchedProduct } = await import('./watched-product.ts')
await run(ended.signal, (options) => new WatchedProduct(options)).catch(fail)
