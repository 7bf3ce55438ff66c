/** How a figure went, drawn beside it; decoration, as the chart below says the same. */
const [WIDTH, HEIGHT, EDGE] = [72, 24, 3]

export function Spark({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const top = Math.max(...values, 1)
  const points = values.map((value, at) => ({
    x: EDGE + (at * (WIDTH - 2 * EDGE)) / (values.length - 1),
    y: HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE),
  }))
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  const last = points.at(-1)
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path className="spark-area" d={`M${line}V${HEIGHT}H${EDGE}z`} />
      <path className="spark-line" d={`M${line}`} />
      {last && <circle className="spark-dot" cx={last.x} cy={last.y} r={2.5} />}
    </svg>
  )
}
