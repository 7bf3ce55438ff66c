import { useAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useText } from '../../../shared/i18n/useText'

/** How often "show more" was clicked, by message id, so that it survives scrolling away and back. */
const unfoldedAtom = atom<ReadonlyMap<number, number>>(new Map())

/** How far a message is unfolded, and the step to more of it. */
export function useUnfolded(id: number) {
  const [unfolded, setUnfolded] = useAtom(unfoldedAtom)
  const clicks = unfolded.get(id) ?? 0
  return { clicks, unfold: () => setUnfolded(new Map(unfolded).set(id, clicks + 1)) }
}

export function ReadMore({ onClick }: { onClick(): void }) {
  const t = useText()
  return (
    <button type="button" className="read-more" onClick={onClick}>
      {t('messages.readMore')}
    </button>
  )
}
