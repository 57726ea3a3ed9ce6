import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '#ui/shell/error-page.tsx'
import { NotFoundPage } from '#ui/shell/not-found-page.tsx'
import { routeTree } from '../routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  // Pointing at a link loads the code of its page; whether its data is fetched is up to the query.
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
