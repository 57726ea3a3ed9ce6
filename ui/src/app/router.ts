import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '#ui/shell/error-page.tsx'
import { NotFoundPage } from '#ui/shell/not-found-page.tsx'
import { routeTree } from '../routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  // The code of a page is fetched when a link to it is pointed at; its data follows the query times.
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
