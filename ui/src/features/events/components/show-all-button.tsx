import type { ReactNode } from 'react'

/** The one action of an empty list: removes a filter. */
export function ShowAllButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-control px-3 py-2 font-semibold text-accent text-body hover:underline touch"
    >
      {children}
    </button>
  )
}
