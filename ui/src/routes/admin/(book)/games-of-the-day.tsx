import { createFileRoute } from '@tanstack/react-router'
import { GamesOfTheDayPage } from '#ui/features/admin/components/offer/games-of-the-day.tsx'

export const Route = createFileRoute('/admin/(book)/games-of-the-day')({ component: GamesOfTheDayPage })
