// Renders a component as the app does: with a query client and a real router in memory.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createQueryClient } from '#ui/lib/http/query-client.ts'

/** Without retries, so that errors show at once. */
export function createTestClient() {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  return client
}

/** `wrap` adds providers around the component, inside the router and the query client. */
export async function renderPage(
  component: ReactNode,
  options: {
    path?: string
    wrap?: (children: ReactNode) => ReactNode
    client?: ReturnType<typeof createTestClient>
  } = {},
) {
  const client = options.client ?? createTestClient()
  const wrap = options.wrap ?? ((children: ReactNode) => children)
  const root = createRootRoute()
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => wrap(component) })
  const index = createRoute({ getParentRoute: () => root, path: '/', component: () => wrap(component) })
  const router = createRouter({
    routeTree: root.addChildren([index, any]),
    history: createMemoryHistory({ initialEntries: [options.path ?? '/'] }),
  })
  await router.load()
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { ...view, user: userEvent.setup(), client, router }
}
