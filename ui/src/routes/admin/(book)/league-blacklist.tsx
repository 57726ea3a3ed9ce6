import { createFileRoute } from '@tanstack/react-router'
import { LeagueBlacklistPage } from '#ui/features/admin/components/offer/league-blacklist.tsx'

export const Route = createFileRoute('/admin/(book)/league-blacklist')({ component: LeagueBlacklistPage })
