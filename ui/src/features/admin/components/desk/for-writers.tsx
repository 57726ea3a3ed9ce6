import type { ReactNode } from 'react'
import { useSession } from '#ui/lib/session.ts'

/** An auditor is signed in, who sees what the desk sees and changes nothing. */
export const useReadsOnly = (): boolean => useSession()?.user.read_only === true

/** What changes something: not there for an auditor. */
export const ForWriters = ({ children }: { children: ReactNode }) => (useReadsOnly() ? null : children)
