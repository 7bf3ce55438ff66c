import { useEffect, useState } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { contactName } from '../contacts/names'
import { type Lanes, laneOf } from './spec'
import type { LaneWords } from './useLaneWords'

/** `to`: the lane under the card. */
type DragState = {
  readonly card: TicketSummary
  readonly from: number
  readonly to: number
  readonly by: 'hand' | 'keys'
}

type Options = {
  lanes: Lanes
  cards: readonly TicketSummary[]
  words: LaneWords
  onMove(card: TicketSummary, to: number): void
  /** The card that keys have put down in this lane. */
  onReach(card: TicketSummary, laneId: number): void
}

export type CardDrag = ReturnType<typeof useCardDrag>

/** The card under way, by hand or by keys, and what is announced about it. */
export function useCardDrag({ lanes, cards, words, onMove, onReach }: Options) {
  const t = useText()
  const [held, setHeld] = useState<DragState | null>(null)
  const [announced, setAnnounced] = useState('')
  const whyNot = ({ from, to }: Pick<DragState, 'from' | 'to'>) => (to === from ? null : words.closed(to))
  const overWords = (now: DragState) => {
    const lane = words.nameOf(now.to)
    return now.to === now.from ? t('kanban.here', { lane }) : (whyNot(now) ?? t('kanban.drop', { lane }))
  }
  /** Whether this card can be moved; if not, the user is told why. */
  const lift = (card: TicketSummary, by: DragState['by']): boolean => {
    const fixed = words.fixed(card)
    if (fixed !== null) {
      toast.info(fixed)
      return false
    }
    const from = laneOf(card, lanes)
    setHeld({ card, from, to: from, by })
    setAnnounced(t('kanban.lifted', { name: contactName(card), lane: words.nameOf(from) }))
    return true
  }
  const over = (to: number) => {
    if (!held || held.to === to) return
    const now = { ...held, to }
    setHeld(now)
    setAnnounced(overWords(now))
  }
  const cancel = () => {
    if (!held) return
    setAnnounced(t('kanban.cancelled', { name: contactName(held.card) }))
    if (held.by === 'keys') onReach(held.card, held.from)
    setHeld(null)
  }
  const drop = (to = held?.to) => {
    if (!held || to === undefined) return
    const { card, from, by } = held
    const closed = whyNot({ from, to })
    if (closed !== null) {
      setAnnounced(closed)
      // With the pointer it returns; with keys it stays held, so that another lane can be chosen.
      if (by === 'hand') setHeld(null)
      return
    }
    if (to === from) return cancel()
    if (by === 'keys') onReach(card, to)
    setHeld(null)
    setAnnounced(t('kanban.moved', { name: contactName(card), lane: words.nameOf(to) }))
    onMove(card, to)
  }
  // A held card that has left the board is released.
  const gone = held !== null && !cards.some(({ id }) => id === held.card.id)
  useEffect(() => {
    if (gone) setHeld(null)
  }, [gone])
  return { held, announced, overWords, mayDrop: held !== null && whyNot(held) === null, lift, over, cancel, drop }
}
