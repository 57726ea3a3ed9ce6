import { type ComponentType, lazy } from 'react'

const WAIT_MS = 3_000

/**
 * As `lazy`, for a part of a page that can wait: without a connection the part comes with the next one, where the error of the first
 * attempt would take the place of the whole page, for good. Where the page is of a version before, whose files are gone, it is loaded anew.
 */
// biome-ignore lint/suspicious/noExplicitAny: the properties of any component, as `lazy` itself has them
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

/** Whether the server has pages that begin with another script than this one did. */
const isOutdated = (): Promise<boolean> =>
  fetch('/').then(
    async (reply) =>
      reply.ok &&
      !(await reply.text()).includes(document.querySelector('script[type=module]')?.getAttribute('src') ?? ''),
    () => false,
  )
