import { useAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useMemo } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { beginningOf, sizeAfter } from '../rules/beginning'
import { parseRich } from '../rules/formatting'
import { RichParts } from './RichText'

/** How often "show more" was clicked, by message id, so that it survives scrolling away and back. */
const unfoldedAtom = atom<ReadonlyMap<number, number>>(new Map())

/** The beginning of a long text, and more of it at each click. */
export function LongText({ message: { id, extra }, text }: { message: Message; text: string }) {
  const t = useText()
  const [unfolded, setUnfolded] = useAtom(unfoldedAtom)
  const clicks = unfolded.get(id) ?? 0
  const parts = parseRich(text)
  const shown = useMemo(() => beginningOf(parts, sizeAfter(clicks)), [parts, clicks])
  return (
    <>
      <RichParts parts={shown} mentions={extra?.mentions} everybody={extra?.mentionsAll} />
      {shown !== parts && (
        <>
          {'… '}
          <button
            type="button"
            className="read-more"
            onClick={() => setUnfolded(new Map(unfolded).set(id, clicks + 1))}
          >
            {t('messages.readMore')}
          </button>
        </>
      )}
    </>
  )
}
