import { useAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useMemo } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { parseRich } from '../rules/formatting'
import { beginningOf, sizeAfter } from '../rules/sizes'
import { useMarked } from './MarkedText'
import { RichParts } from './RichText'

/** The beginning of a long text; each click shows more. */
export function LongText({ message: { id, extra }, text }: { message: Message; text: string }) {
  const { clicks, unfold } = useUnfolded(id)
  const parts = parseRich(text)
  const shown = useMemo(() => beginningOf(parts, sizeAfter(clicks)), [parts, clicks])
  return (
    <>
      <RichParts
        parts={shown}
        mentions={extra?.mentions}
        everybody={extra?.mentionsAll}
        colleagues={extra?.colleagues}
        marked={useMarked(id)}
      />
      {shown !== parts && (
        <>
          {'… '}
          <ReadMore onClick={unfold} />
        </>
      )}
    </>
  )
}

/** Clicks on "show more" by message id, so that they survive scrolling away and back. */
const unfoldedAtom = atom<ReadonlyMap<number, number>>(new Map())

/** How much of a message is shown, and a function that shows more. */
export function useUnfolded(id: number) {
  const [unfolded, setUnfolded] = useAtom(unfoldedAtom)
  const clicks = unfolded.get(id) ?? 0
  return { clicks, unfold: () => setUnfolded(new Map(unfolded).set(id, clicks + 1)) }
}

export function ReadMore({ onClick }: { onClick(): void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="-my-1.5 cursor-pointer py-1.5 font-[550] text-primary-ink select-none hover:underline hover:underline-offset-2"
      onClick={onClick}
    >
      {t('messages.readMore')}
    </button>
  )
}
