import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '#ui/features/admin/components/users/users.tsx'
import { typedSearch } from '#ui/features/admin/model/typed-search.ts'
import type { UsersSearch } from '#ui/features/admin/model/users-search.ts'

export const Route = createFileRoute('/admin/(main)/users')({
  validateSearch: typedSearch<UsersSearch>,
  component: UsersPage,
})
