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
// what the page came with stays until it can be replaced at once, and is drawn in steps between which a press is heard
if (root.hasChildNodes()) router.load().finally(() => startTransition(start))
else start()
keepOfflinePage()
// one that the browser brings back shows who was signed in as it was left, that slip and those prices
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
