import { createFileRoute, Navigate } from '@tanstack/react-router'
import { DeskHome } from '#ui/features/admin/components/home/desk-home.tsx'
import { newAddress } from '#ui/features/admin/model/old-addresses.ts'

export const Route = createFileRoute('/admin/')({
  component: function Home() {
    const moved = newAddress(Route.useSearch())
    return moved === null ? <DeskHome /> : <Navigate {...moved} replace />
  },
})
