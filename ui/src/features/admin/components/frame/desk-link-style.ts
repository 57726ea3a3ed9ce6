/** An item of the back office's navigation. */
export const deskLinkStyle =
  'flex h-8 items-center gap-2 rounded-control px-3 font-medium text-body text-muted outline-offset-[-2px] transition-colors hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text touch'
