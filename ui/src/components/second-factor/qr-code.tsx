import { encode } from 'uqr'

/** Empty cells around the code, which scanners need. */
const QUIET = 4

/** Dark on white in both themes: scanners cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const ink = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control bg-[#fff] text-[#000]"
    >
      <path d={ink.join('')} fill="currentColor" />
    </svg>
  )
}
