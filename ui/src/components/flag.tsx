import { clsx } from 'clsx'
import { Globe } from 'lucide-react'

// One small file each, fetched when shown. Only countries that have a league in the catalogue are built in.
const files = import.meta.glob<string>(
  '../../../node_modules/country-flag-icons/3x2/{AR,AT,AU,BE,BR,CA,CH,CL,CN,DE,DK,ES,EU,FI,FR,GB,GB-ENG,GB-NIR,GB-SCT,GB-WLS,GR,IE,IN,IT,JP,KR,MX,NL,NO,NZ,PK,PL,PT,RU,SA,SE,TR,US,ZA}.svg',
  { eager: true, query: '?url', import: 'default' },
)

const urls = new Map(Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1, -4), url]))
const names = new Intl.DisplayNames('en', { type: 'region' })
const nations: Record<string, string> = {
  INT: 'International',
  'GB-ENG': 'England',
  'GB-SCT': 'Scotland',
  'GB-WLS': 'Wales',
  'GB-NIR': 'Northern Ireland',
}

/** 'England', 'Spain', 'International'; null where there is no country. */
export function countryName(country: string | null): string | null {
  if (!country) return null
  const nation = nations[country]
  if (nation) return nation
  try {
    return names.of(country) ?? country
  } catch {
    return country
  }
}

/** The flag of a league's country, decorative: the country's name stands beside it. */
export function Flag({ country, className }: { country: string | null; className?: string }) {
  const url = country ? urls.get(country) : undefined
  const box = 'inline-flex h-3 w-[1.125rem] shrink-0 items-center justify-center'
  if (!url) return <Globe aria-hidden="true" className={clsx(box, 'text-muted', className)} />
  return (
    <img
      src={url}
      alt=""
      width={18}
      height={12}
      loading="lazy"
      className={clsx(box, 'rounded-[2px] object-cover ring-1 ring-border', className)}
    />
  )
}
