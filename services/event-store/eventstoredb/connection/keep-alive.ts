// Detects a dead connection that no error reports.
import type { ClientHttp2Session } from 'node:http2'

export type KeepAliveMs = { readonly interval: number; readonly timeout: number }

/** Sends pings until the connection is closed, and destroys a connection that does not answer one in time. */
export function keepAlive(session: ClientHttp2Session, { interval, timeout }: KeepAliveMs): void {
  let late: NodeJS.Timeout | undefined
  const asking = setInterval(() => {
    if (late !== undefined || session.destroyed) return
    late = setTimeout(() => session.destroy(new Error(`no answer to a ping within ${timeout} ms`)), timeout).unref()
    session.ping(() => {
      clearTimeout(late)
      late = undefined
    })
  }, interval).unref()
  session.once('close', () => {
    clearInterval(asking)
    clearTimeout(late)
  })
}
