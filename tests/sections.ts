// The sections of a Markdown page, by the anchors that links use.

export type Section = {
  readonly anchor: string
  /** Up to the next heading of any level. */
  readonly text: string
}

export function sectionsOf(page: string): Section[] {
  const parts = page.replace(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/^#/gm, ' #')).split(/^#+ (?=.)/m)
  return parts.slice(1).map((part) => {
    const [heading = ''] = part.split('\n', 1)
    return { anchor: anchorOf(heading), text: part.slice(heading.length) }
  })
}

/** As GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
