// `npm start`: the whole product on this machine, without any configuration.
//
// Signals are handled from the first moment on, while the rest is still loading.
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

const { refuseArguments } = await import('#services/platform/no-arguments.ts')
refuseArguments('npm start')
const { fail, run } = await import('./run.ts')
await run(stopping.signal).catch(fail)
