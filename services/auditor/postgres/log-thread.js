// Starts the thread that reads the log.
import '../compiled.js'

await import('./log-thread.ts')
