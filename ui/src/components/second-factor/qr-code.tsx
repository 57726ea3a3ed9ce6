import { encode } from 'uqr'

/** Cells without ink around it, which scanners need. */
const QUIET = 4

/** Dark on white in either theme: scanners do not read it the other way round. */
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
