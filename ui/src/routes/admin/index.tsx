import { createFileRoute, redirect } from '@tanstack/react-router'
import { DeskHome } from '#ui/features/admin/components/home/desk-home.tsx'

export const Route = createFileRoute('/admin/')({
  beforeLoad: async ({ location }) => {
    if (!('section' in location.search)) return
    const { newAddress } = await import('#ui/features/admin/model/old-addresses.ts')
    const moved = newAddress(location.search as Record<string, unknown>)
    if (moved !== null) throw redirect({ ...moved, replace: true })
  },
  component: DeskHome,
})
