// `npm start`: the whole product on this machine, with nothing configured.
//
// Signals count from the first moment on, while the rest is still being loaded.
const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort())

const { fail, run } = await import('./run.ts')
await run(ended.signal).catch(fail)
