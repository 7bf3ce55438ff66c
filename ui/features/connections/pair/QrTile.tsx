import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code as one drawn path: sharp at any size, black on white in both themes because cameras need it. */
export function QrTile({ text, name }: { text: string; name: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  return (
    <div className="qr-tile">
      <svg viewBox={`0 0 ${size} ${size}`} className="qr-code" role="img" aria-label={name} shapeRendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  )
}

function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'L', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}
