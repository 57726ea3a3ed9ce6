import { createFileRoute } from '@tanstack/react-router'
import { CreateUserPage } from '#ui/features/admin/components/accounts/create-user.tsx'

export const Route = createFileRoute('/admin/(main)/create-user')({ component: CreateUserPage })
