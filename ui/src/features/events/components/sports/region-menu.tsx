import { ChevronDown } from 'lucide-react'
import { chipStyle } from '#ui/components/filter-chips.tsx'
import { Menu, MenuRadioGroup, MenuRadioItem, menuItemStyle } from '#ui/components/ui/menu.tsx'

type RegionMenuProps = { regions: string[]; region: string | null; onRegion: (region: string) => void }

/** The regions without a chip of their own; supports type-ahead. */
export default function RegionMenu({ regions, region, onRegion }: RegionMenuProps) {
  const selected = region !== null && regions.includes(region) ? region : null
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={chipStyle(selected !== null)}>
          {selected ?? 'More...'}
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      }
    >
      <MenuRadioGroup value={selected} onValueChange={(next: string) => onRegion(next)}>
        {regions.map((name) => (
          <MenuRadioItem key={name} value={name} closeOnClick className={menuItemStyle}>
            {name}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  )
}
