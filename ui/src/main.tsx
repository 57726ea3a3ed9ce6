import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { keepOfflinePage } from '#ui/app/keep-offline-page.ts'
import { router } from '#ui/app/router.ts'
import { queryClient } from '#ui/lib/http/query-client.ts'
import { readFirstGames } from '#ui/lib/live/first-games.ts'
import '#ui/app/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
readFirstGames()
const start = () =>
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
// The server-sent first paint stays until React can replace it in one go. The transition renders in small steps, so
// that presses in between are still heard.
if (root.hasChildNodes()) router.load().finally(() => startTransition(start))
else start()
keepOfflinePage()
// A page restored from the back/forward cache would show the session, slip and prices of the time it was left.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
