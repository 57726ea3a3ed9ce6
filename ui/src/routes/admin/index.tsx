import { createFileRoute, redirect } from '@tanstack/react-router'
import { DeskHome } from '#ui/features/admin/components/home/desk-home.tsx'
import { newAddress } from '#ui/features/admin/model/old-addresses.ts'

export const Route = createFileRoute('/admin/')({
  beforeLoad: ({ location }) => {
    const moved = newAddress(location.search as Record<string, unknown>)
    if (moved !== null) throw redirect({ ...moved, replace: true })
  },
  component: DeskHome,
})
