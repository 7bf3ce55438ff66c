import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useUser } from '../../shared/session/useUser'
import { contactName } from '../contacts/names'
import { HeldCard } from './Card'
import { LaneColumn } from './LaneColumn'
import { inLanes, type Lane, type Lanes, laneOf, NO_LANE, placeIn, whyClosed, whyFixed } from './spec'
import { useHandDrag } from './useHandDrag'

type Props = {
  lanes: Lanes
  shown: readonly Lane[]
  cards: readonly TicketSummary[]
  isMore: boolean
  openUuid: string | undefined
  onOpen(uuid: string): void
  onMove(card: TicketSummary, to: number): void
  mayOrder: boolean
  onOrder(laneId: number, by: number): void
  onManage(): void
}

/** `to`: the lane under the card. */
type DragState = {
  readonly card: TicketSummary
  readonly from: number
  readonly to: number
  readonly by: 'hand' | 'keys'
}

const none: readonly TicketSummary[] = []

/** All lanes: cards are moved by mouse, finger or keys. */
export function Board(props: Props) {
  const { lanes, shown, cards, isMore, openUuid, onOpen, onMove, mayOrder, onOrder, onManage } = props
  const { kind } = lanes
  const t = useText()
  const user = useUser()
  const box = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<DragState | null>(null)
  const [said, setSaid] = useState('')
  /** The card to focus once it is in this lane. */
  const [wanted, setWanted] = useState<{ readonly id: number; readonly laneId: number } | null>(null)
  const byLane = useMemo(() => inLanes(cards, lanes), [cards, lanes])
  const nameOf = (id: number) => shown.find((lane) => lane.id === id)?.name ?? ''
  const fixedWords = useCallback(
    (card: TicketSummary) => {
      const why = whyFixed(card, user, kind)
      if (why === null) return null
      return why === 'queue'
        ? t('kanban.notYours', { name: card.queue?.name ?? '' })
        : t('kanban.colleague', { name: card.user?.name ?? '' })
    },
    [user, kind, t],
  )
  const closedWords = (laneId: number): string | null => {
    const why = whyClosed(laneId, kind, user)
    if (why === null) return null
    return why === 'none' ? t('kanban.keepsQueue') : t('kanban.notYours', { name: nameOf(laneId) })
  }
  const mayDrop = ({ from, to }: DragState) => to === from || closedWords(to) === null
  const overWords = (now: DragState) => {
    const { from, to } = now
    if (to === from) return t('kanban.here', { lane: nameOf(to) })
    return closedWords(to) ?? t('kanban.drop', { lane: nameOf(to) })
  }

  const lift = (card: TicketSummary, by: DragState['by']): boolean => {
    const fixed = fixedWords(card)
    if (fixed !== null) {
      toast.info(fixed)
      return false
    }
    const from = laneOf(card, lanes)
    setHeld({ card, from, to: from, by })
    setSaid(t('kanban.lifted', { name: contactName(card), lane: nameOf(from) }))
    return true
  }
  const over = (to: number) => {
    if (!held || held.to === to) return
    const now = { ...held, to }
    setHeld(now)
    setSaid(overWords(now))
  }
  const cancel = () => {
    if (!held) return
    setSaid(t('kanban.cancelled', { name: contactName(held.card) }))
    if (held.by === 'keys') setWanted({ id: held.card.id, laneId: held.from })
    setHeld(null)
  }
  const drop = () => {
    if (!held) return
    const { card, from, to, by } = held
    const closed = to === from ? null : closedWords(to)
    if (closed !== null) {
      setSaid(closed)
      // With the pointer it returns; with keys it stays held, so that another lane can be chosen.
      if (by === 'hand') setHeld(null)
      return
    }
    setHeld(null)
    if (by === 'keys') setWanted({ id: card.id, laneId: to })
    if (to === from) return setSaid(t('kanban.cancelled', { name: contactName(card) }))
    setSaid(t('kanban.moved', { name: contactName(card), lane: nameOf(to) }))
    onMove(card, to)
  }
  useHandDrag(
    { box, held: overlay },
    {
      lift: (id) => {
        const card = cards.find((one) => one.id === id)
        return card !== undefined && lift(card, 'hand')
      },
      over,
      drop,
      cancel,
    },
  )
  // A held card that has left the board is released.
  const gone = held !== null && !cards.some(({ id }) => id === held.card.id)
  useEffect(() => {
    if (gone) setHeld(null)
  }, [gone])

  const cardOf = (target: EventTarget) => {
    const id = target instanceof Element && target.closest<HTMLElement>('[data-card]')?.dataset.card
    return id ? cards.find((card) => card.id === Number(id)) : undefined
  }
  const reachBeside = (card: TicketSummary, key: string) => {
    const lane = laneOf(card, lanes)
    const there = byLane.get(lane) ?? none
    const at = there.findIndex(({ id }) => id === card.id)
    if (key === 'ArrowDown' || key === 'ArrowUp') return there[at + (key === 'ArrowDown' ? 1 : -1)]
    const step = key === 'ArrowRight' ? 1 : -1
    for (let next = shown.findIndex(({ id }) => id === lane) + step; shown[next]; next += step) {
      const others = byLane.get(shown[next]?.id ?? NO_LANE) ?? none
      if (others.length > 0) return others[Math.min(at, others.length - 1)]
    }
    return undefined
  }
  const keys = (event: KeyboardEvent) => {
    const isArrow = event.key.startsWith('Arrow')
    if (held?.by === 'keys') {
      if (event.key === 'Escape') cancel()
      else if (event.key === ' ') drop()
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const at = shown.findIndex(({ id }) => id === held.to)
        const next = shown[at + (event.key === 'ArrowRight' ? 1 : -1)]
        if (next) {
          over(next.id)
          const column = box.current?.querySelector(`[data-lane="${next.id}"]`)
          column?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
        }
      } else if (event.key === 'Tab') return cancel()
      else if (!isArrow && event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const card = cardOf(event.target)
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === ' ') lift(card, 'keys')
    else if (isArrow) {
      const next = reachBeside(card, event.key)
      if (next) setWanted({ id: next.id, laneId: laneOf(next, lanes) })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const reached = useCallback(() => setWanted(null), [])
  const places = shown.filter(({ id }) => id !== NO_LANE)
  const uploadTargetOf = (laneId: number) => places.findIndex(({ id }) => id === laneId)
  const dropLane = (laneId: number, to: number) => {
    if (laneId !== to && uploadTargetOf(laneId) >= 0) onOrder(laneId, uploadTargetOf(to) - uploadTargetOf(laneId))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its cards come here
    <div ref={box} className="lanes" data-holding={held?.by} onKeyDown={keys}>
      {shown.map((lane) => {
        const there = byLane.get(lane.id) ?? none
        const isTarget = held !== null && held.to === lane.id
        const mayLand = isTarget && mayDrop(held)
        const isOther = isTarget && held.from !== lane.id
        const at = uploadTargetOf(lane.id)
        return (
          <LaneColumn
            key={lane.id}
            lane={lane}
            kind={kind}
            cards={there}
            isMore={isMore}
            whyFixed={fixedWords}
            drop={isTarget ? (mayLand ? 'yes' : 'no') : null}
            gapAt={isOther && mayLand ? placeIn(there, held.card) : null}
            closed={held !== null && held.from !== lane.id ? closedWords(lane.id) : null}
            liftedId={held !== null && held.from === lane.id ? held.card.id : null}
            openUuid={openUuid}
            reachId={wanted?.laneId === lane.id ? wanted.id : null}
            onReached={reached}
            onOpen={onOpen}
            isFirst={at === 0}
            isLast={at === places.length - 1}
            mayOrder={mayOrder && lane.id !== NO_LANE}
            onOrder={onOrder}
            onLaneDrop={dropLane}
            onManage={onManage}
          />
        )
      })}
      {held?.by === 'hand' && (
        <div ref={overlay} className="held-at" aria-hidden="true">
          <HeldCard ticket={held.card} kind={kind} laneId={held.from} fixed={null} />
          <span className="held-say">{t('kanban.orEscape', { words: overWords(held) })}</span>
        </div>
      )}
      {held?.by === 'keys' && (
        <p className="keys-say" aria-hidden="true">
          {t('kanban.byKeys', { name: contactName(held.card), words: overWords(held) })}
        </p>
      )}
      <p className="sr-only" role="status" aria-live="assertive">
        {said}
      </p>
      <p id="kanban-keys" hidden>
        {t('kanban.keys')}
      </p>
    </div>
  )
}
