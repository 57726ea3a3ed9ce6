import { type ComponentType, lazy } from 'react'

const WAIT_MS = 3_000

/**
 * Like `lazy`, for a part of a page that can wait. If its code cannot be loaded, it is tried again later and whenever
 * the browser is back online; with `lazy` the first error would replace the whole page for good. If the page is of an
 * older build whose files are gone, it is reloaded.
 */
// biome-ignore lint/suspicious/noExplicitAny: the props of any component, as in the types of `lazy`
export const lazyPart = <Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) =>
  lazy(() => untilLoaded(load))

const untilLoaded = <Module>(load: () => Promise<Module>, attempts = 100): Promise<Module> =>
  load().catch(async (error: unknown) => {
    if (attempts === 0) throw error
    if (await isOutdated()) location.reload()
    await new Promise((next) => {
      addEventListener('online', next, { once: true })
      setTimeout(next, WAIT_MS)
    })
    return untilLoaded(load, attempts - 1)
  })

/** Whether the server now serves a build with another entry script than this page has. */
const isOutdated = (): Promise<boolean> =>
  fetch('/').then(
    async (reply) =>
      reply.ok &&
      !(await reply.text()).includes(document.querySelector('script[type=module]')?.getAttribute('src') ?? ''),
    () => false,
  )
