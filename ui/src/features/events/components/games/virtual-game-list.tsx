import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import type { LeagueGroup } from '../../model/games/league-groups.ts'
import { usePicks } from '../../model/use-picks.ts'
import { GameRow } from './game-row.tsx'
import { LeagueHeading } from './league-heading.tsx'

type Item =
  | { kind: 'league'; key: string; group: LeagueGroup }
  | { kind: 'game'; key: string; group: LeagueGroup; game: Game }

/** How the groups are shown, in a list of any length. */
export type GroupsView = {
  isFresh: boolean
  headings: 'h2' | 'h3'
  /** The ids of the games that fade, and are removed next. */
  leaving: ReadonlySet<string>
}
type VirtualGameListProps = GroupsView & { groups: LeagueGroup[] }

/** Estimates in pixels; rendered rows are measured. */
const ROW_HEIGHT = 46
const NARROW_ROW_HEIGHT = 144
const BAND_HEIGHT = 28
/** From this width on, in pixels, a row is one line (`--container-wide`). */
const WIDE = 640
/** The number of rows rendered beyond the screen, above and below. */
const OVERSCAN = 1
/**
 * The number of rows rendered before and after the focused one, so that the next Tab stop exists before Tab is pressed.
 */
const AROUND_FOCUS = 6

/**
 * A long list of games: headings and rows are items of one window-scrolled list, and only those near the screen are
 * rendered. `npm run ui:budget` counts the elements in its rows.
 */
export default function VirtualGameList({ groups, isFresh, headings, leaving }: VirtualGameListProps) {
  const { selectedKey, pick } = usePicks()
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  const items = useMemo(() => groups.flatMap(itemsOf), [groups])
  // Measured at every render, because the height of the content above the list may change.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setOffset(Math.round(box.top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => {
      if (items[index]?.kind === 'league') return BAND_HEIGHT
      return (list.current?.clientWidth ?? WIDE) < WIDE ? NARROW_ROW_HEIGHT : ROW_HEIGHT
    },
    overscan: OVERSCAN,
    // The focused row and its neighbours stay rendered wherever the page is scrolled to: holding Tab moves the focus
    // several times before the page reports that it scrolled.
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (focused !== null)
        for (let near = -AROUND_FOCUS; near <= AROUND_FOCUS; near += 1)
          if (focused + near in items) indexes.add(focused + near)
      return [...indexes].sort((a, b) => a - b)
    },
    scrollMargin: offset,
    getItemKey: (index) => items[index]?.key ?? index,
  })
  return (
    <ul
      ref={list}
      onFocus={({ target }) => setFocused(indexIn(list.current, target))}
      // Set at once to the row that the focus moves to: with a moment of null in between, that row might be removed
      // before it has the focus. When the window loses the focus, the active element stays focused.
      onBlur={({ relatedTarget }) => setFocused(indexIn(list.current, relatedTarget ?? document.activeElement))}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((virtualItem) => {
        const item = items[virtualItem.index]
        if (!item) return null
        return (
          <li
            key={virtualItem.key}
            ref={virtualizer.measureElement}
            data-index={virtualItem.index}
            className={clsx(
              'absolute inset-x-0 top-0 [contain:layout_style]',
              item.kind === 'league' ? '@container/league' : '@container/row border-border border-b',
            )}
            style={{ transform: `translateY(${virtualItem.start - virtualizer.options.scrollMargin}px)` }}
          >
            {item.kind === 'league' ? (
              <LeagueHeading group={item.group} as={headings} />
            ) : (
              <GameRow
                game={item.game}
                sides={item.group.sides}
                selectedKey={selectedKey(item.game.id)}
                isFresh={isFresh}
                isLeaving={leaving.has(item.game.id)}
                onPick={pick}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The index of the list item that contains the element; null outside the list. */
function indexIn(list: Element | null, element: Element | null): number | null {
  const row = element?.closest('[data-index]')
  return row && list?.contains(row) ? Number(row.getAttribute('data-index')) : null
}

function itemsOf(group: LeagueGroup): Item[] {
  return [
    { kind: 'league', key: `league ${group.key}`, group },
    ...group.games.map((game): Item => ({ kind: 'game', key: game.id, group, game })),
  ]
}
