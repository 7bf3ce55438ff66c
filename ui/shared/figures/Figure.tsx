import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { Spark } from './Spark'

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
