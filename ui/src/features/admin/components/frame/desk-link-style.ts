/** An item of the back office's navigation. */
export const deskLinkStyle =
  'group flex h-8 items-center gap-2 rounded-control px-3 font-medium text-body text-muted outline-offset-[-2px] transition-colors hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text touch'

/** A count on such a link stays visible where the link has the count's own plane. */
export const linkCountStyle = 'group-aria-[current=page]:bg-surface group-data-highlighted:bg-surface'
