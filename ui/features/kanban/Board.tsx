import { DragDropProvider } from '@dnd-kit/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { handPlugins } from '../../shared/drag'
import { useText } from '../../shared/i18n/useText'
import { contactName } from '../contacts/names'
import { HandDrag, handSensors } from './HandDrag'
import { LaneColumn } from './LaneColumn'
import { inLanes, type Lane, type Lanes, NO_LANE, placeIn } from './spec'
import { useCardDrag } from './useCardDrag'
import { useCardKeys } from './useCardKeys'
import { useLaneWords } from './useLaneWords'

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

const none: readonly TicketSummary[] = []

/** All lanes: cards are moved by mouse, finger or keys. */
export function Board(props: Props) {
  const { lanes, shown, cards, isMore, openUuid, onOpen, onMove, mayOrder, onOrder, onManage } = props
  const { kind } = lanes
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  /** The card to focus once it is in this lane. */
  const [wanted, setWanted] = useState<{ readonly id: number; readonly laneId: number } | null>(null)
  const reached = useCallback(() => setWanted(null), [])
  const onReach = ({ id }: TicketSummary, laneId: number) => setWanted({ id, laneId })
  const byLane = useMemo(() => inLanes(cards, lanes), [cards, lanes])
  const words = useLaneWords(kind, shown)
  const drag = useCardDrag({ lanes, cards, words, onMove, onReach })
  const { held } = drag
  const keys = useCardKeys({ box, lanes, shown, byLane, cards, drag, onReach })
  const places = shown.filter(({ id }) => id !== NO_LANE)
  const positionOf = (laneId: number) => places.findIndex(({ id }) => id === laneId)
  const dropLane = (laneId: number, to: number) => {
    if (laneId !== to && positionOf(laneId) >= 0) onOrder(laneId, positionOf(to) - positionOf(laneId))
  }
  return (
    <DragDropProvider sensors={handSensors} plugins={handPlugins}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its cards come here */}
      <div ref={box} className="lanes" data-holding={held?.by} onKeyDown={keys}>
        {shown.map((lane) => {
          const there = byLane.get(lane.id) ?? none
          const isTarget = held !== null && held.to === lane.id
          const mayLand = isTarget && drag.mayDrop
          const isOther = isTarget && held.from !== lane.id
          const at = positionOf(lane.id)
          return (
            <LaneColumn
              key={lane.id}
              lane={lane}
              kind={kind}
              cards={there}
              isMore={isMore}
              whyFixed={words.fixed}
              drop={isTarget ? (mayLand ? 'yes' : 'no') : null}
              gapAt={isOther && mayLand ? placeIn(there, held.card) : null}
              closed={held !== null && held.from !== lane.id ? words.closed(lane.id) : null}
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
        <HandDrag box={box} kind={kind} cards={cards} drag={drag} />
        {held?.by === 'keys' && (
          <p className="keys-say" aria-hidden="true">
            {t('kanban.byKeys', { name: contactName(held.card), words: drag.overWords(held) })}
          </p>
        )}
        <p className="sr-only" role="status" aria-live="assertive">
          {drag.announced}
        </p>
        <p id="kanban-keys" hidden>
          {t('kanban.keys')}
        </p>
      </div>
    </DragDropProvider>
  )
}
