import type { ReactNode } from 'react'
import { useSession } from '#ui/lib/session.ts'

/** Whether an auditor is signed in, who sees the whole back office and changes nothing. */
export const useReadsOnly = (): boolean => useSession()?.user.read_only === true

/** Renders its children, which change something, except for an auditor. */
export const ForWriters = ({ children }: { children: ReactNode }) => (useReadsOnly() ? null : children)
