// What pages show until their script has run, laid out like the final content. Rendered to HTML at build time, so that
// on a slow connection it appears seconds earlier. The api puts the first one whose `path` matches the address into the
// page.
import type { ReactElement } from 'react'
import { SECTIONS } from '#ui/features/admin/model/sections.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { SignInFrame } from './frames.tsx'
import { MainPaint } from './main-page.tsx'
import {
  DeskPaint,
  EventPaint,
  HomePaint,
  LeaguePaint,
  LeaguesPaint,
  LivePaint,
  MyBetsPaint,
  ProfilePaint,
  ResultsPaint,
  SportsPaint,
  TextPaint,
} from './pages.tsx'

/** `path`: a regular expression. */
type FirstPaint = { readonly path: string; readonly element: ReactElement }

const exactly = (path: string) => `^${path}/?$`

export const FIRST_PAINTS: readonly FirstPaint[] = [
  { path: '^/$', element: <MainPaint /> },
  { path: exactly('/home'), element: <HomePaint /> },
  { path: exactly('/sports'), element: <SportsPaint /> },
  { path: exactly('/sports/[^/]+'), element: <LeaguesPaint /> },
  { path: exactly('/leagues/[^/]+'), element: <LeaguePaint /> },
  { path: exactly('/(sports|leagues)/[^/]+/events/[^/]+'), element: <EventPaint /> },
  { path: exactly('/live(games)?'), element: <LivePaint /> },
  { path: exactly('/results'), element: <ResultsPaint /> },
  { path: exactly('/my-bets'), element: <MyBetsPaint /> },
  { path: exactly('/profile'), element: <ProfilePaint /> },
  { path: exactly('/(login|change-password|second-factor)'), element: <SignInFrame /> },
  { path: exactly('/admin'), element: <DeskPaint title={admin.title} /> },
  ...SECTIONS.map(({ name, title, to }) => ({
    path: exactly(to),
    element: <DeskPaint title={title} current={name} />,
  })),
  { path: '', element: <TextPaint /> },
]
