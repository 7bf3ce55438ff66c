import type { ReactNode } from 'react'
import { Fragment } from 'react'

type Props = {
  name: string
  /** A number with its units: the digits are large. */
  value: string
  unit?: string
  hint?: ReactNode
  spark?: readonly number[] | undefined
}

/** One figure of a strip; inside of a `.figures > *`, which may be a link. */
export function Figure({ name, value, unit, hint, spark }: Props) {
  return (
    <>
      <span className="figure-name">{name}</span>
      <span className="figure-value">
        <Digits text={value} />
        {unit && <small>{unit}</small>}
      </span>
      <span className="figure-spark">
        <span className="figure-hint">{hint ?? ' '}</span>
        {spark && <Spark values={spark} />}
      </span>
    </>
  )
}

/** `4 min 12 s`, with small units. */
function Digits({ text }: { text: string }) {
  const parts = text.split(/([\p{L}]+\.?)/u)
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    <Fragment key={at}>{/\p{L}/u.test(part) ? <small>{part}</small> : part.trim()}</Fragment>
  ))
}

const [WIDTH, HEIGHT, EDGE] = [72, 24, 3]

/** How a figure went, drawn beside it; decoration, as the chart below says the same. */
function Spark({ values }: { values: readonly number[] }) {
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
