import { Fragment } from 'react'
import type { MessageHit } from '../../../../src/tickets/searching/contract'

/** An excerpt of the message with the matches highlighted. */
export function HitText({ hit: { body, marks } }: { hit: Pick<MessageHit, 'body' | 'marks'> }) {
  return (
    <span dir="auto">
      {marks.map(([from, to], at) => (
        <Fragment key={from}>
          {body.slice(marks[at - 1]?.[1] ?? 0, from)}
          <mark>{body.slice(from, to)}</mark>
        </Fragment>
      ))}
      {body.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  )
}
