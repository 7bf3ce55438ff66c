import { useMemo } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { beginningOf, sizeAfter } from '../rules/beginning'
import { parseRich } from '../rules/formatting'
import { ReadMore, useUnfolded } from './ReadMore'
import { RichParts } from './RichText'

/** The beginning of a long text, and more of it at each click. */
export function LongText({ message: { id, extra }, text }: { message: Message; text: string }) {
  const { clicks, unfold } = useUnfolded(id)
  const parts = parseRich(text)
  const shown = useMemo(() => beginningOf(parts, sizeAfter(clicks)), [parts, clicks])
  return (
    <>
      <RichParts parts={shown} mentions={extra?.mentions} everybody={extra?.mentionsAll} />
      {shown !== parts && (
        <>
          {'… '}
          <ReadMore onClick={unfold} />
        </>
      )}
    </>
  )
}
