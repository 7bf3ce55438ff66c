import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowLeft, ArrowRight, Ellipsis, ListTree, Lock } from 'lucide-react'
import { type CSSProperties, type DragEvent, memo, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { classes } from '../../shared/kit/classes'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Card } from './Card'
import type { Kind, Lane } from './spec'

const CARD = 96
const GAP = 8
/** Data type of a dragged lane: its id. */
const LANE = 'application/x-balcao-lane'

type Props = {
  lane: Lane
  kind: Kind
  cards: readonly TicketSummary[]
  /** More are being fetched. */
  isMore: boolean
  whyFixed(ticket: TicketSummary): string | null
  /** Whether the held card may be dropped here, and at what position; null: it is not over this lane. */
  drop: 'yes' | 'no' | null
  gapAt: number | null
  /** The reason why not, while a card is held. */
  closed: string | null
  liftedId: number | null
  openUuid: string | undefined
  /** The card to focus. */
  reachId: number | null
  onReached(): void
  onOpen(uuid: string): void
  isFirst: boolean
  isLast: boolean
  /** Whether the user may move this lane. */
  mayOrder: boolean
  /** Moves it this many positions to the right. */
  onOrder(laneId: number, by: number): void
  /** Moves a dragged lane to this one's position. */
  onLaneDrop(laneId: number, to: number): void
  onManage(): void
}

export const LaneColumn = memo(function LaneColumn(props: Props) {
  const { lane, kind, cards, isMore, whyFixed, drop, gapAt, closed, liftedId, openUuid, reachId, onReached, onOpen } =
    props
  const t = useText()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: cards.length + (gapAt === null ? 0 : 1),
    getScrollElement: () => box.current,
    estimateSize: () => CARD,
    gap: GAP,
    overscan: 4,
    paddingStart: 1,
    paddingEnd: 16,
  })
  const cardAt = (row: number) => (gapAt === null || row < gapAt ? cards[row] : row === gapAt ? null : cards[row - 1])
  const reached = reachId === null ? -1 : cards.findIndex(({ id }) => id === reachId)
  useEffect(() => {
    if (reached < 0) return
    rows.scrollToIndex(reached, { align: 'auto' })
    const frame = requestAnimationFrame(() => {
      const link = box.current?.querySelector<HTMLElement>(`[data-card="${reachId}"] a`)
      link?.focus({ preventScroll: true })
      if (link) onReached()
    })
    return () => cancelAnimationFrame(frame)
  })
  const openAt = cards.findIndex(({ uuid }) => uuid === openUuid)
  const isOpenHere = openAt >= 0
  const showOpen = useEffectEvent(() => {
    rows.scrollToIndex(openAt, { align: 'auto' })
    box.current?.closest('.lane')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another card, not a moved one, scrolls the board
  useEffect(() => {
    if (isOpenHere) showOpen()
  }, [openUuid, isOpenHere])
  const [isPlace, setPlace] = useState(false)
  const dragOver = (event: DragEvent) => {
    if (!props.mayOrder || !event.dataTransfer.types.includes(LANE)) return
    event.preventDefault()
    setPlace(true)
  }
  const dropLane = (event: DragEvent) => {
    setPlace(false)
    const dragged = Number(event.dataTransfer.getData(LANE))
    if (!dragged || !props.mayOrder) return
    event.preventDefault()
    props.onLaneDrop(dragged, lane.id)
  }
  const drawn = rows.getVirtualItems()
  const stop = (cards.find(({ uuid }) => uuid === openUuid) ?? cardAt(drawn[0]?.index ?? 0) ?? cards[0])?.id
  return (
    <section
      className="lane"
      aria-label={lane.name}
      data-lane={lane.id}
      data-drop={closed !== null ? 'no' : (drop ?? undefined)}
      data-place={isPlace || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setPlace(false)}
      onDrop={dropLane}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: by keys a lane is moved in its menu */}
      <header
        className="lane-head"
        draggable={props.mayOrder}
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(LANE, String(lane.id))
          dataTransfer.effectAllowed = 'move'
        }}
      >
        <LaneName lane={lane} kind={kind} />
        <span className="count nums">
          {format.number(cards.length)}
          {isMore && '+'}
        </span>
        <LaneMenu {...props} />
      </header>
      {closed !== null && (
        <p className="lane-no">
          <Lock />
          {closed}
        </p>
      )}
      <div ref={box} className="lane-cards flex-1 min-h-0 overflow-y-auto px-1 contain-strict">
        {cards.length === 0 && gapAt === null && (
          <p className="py-4 px-2 text-center type-xs text-faint">{t('kanban.noCards')}</p>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: cards lie absolutely inside, as the virtual list needs them */}
        <div role="list" aria-label={lane.name} className="relative" style={{ height: rows.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const card = cardAt(index)
            if (card === null)
              return (
                <div
                  key="gap"
                  className="absolute inset-x-0 h-24 rounded-[0.625rem] bg-primary-soft shadow-[inset_0_0_0_1.5px_var(--focus)]"
                  style={{ top: start }}
                  aria-hidden="true"
                />
              )
            return (
              card && (
                <Card
                  key={card.id}
                  ticket={card}
                  kind={kind}
                  laneId={lane.id}
                  fixed={whyFixed(card)}
                  top={start}
                  isCurrent={card.uuid === openUuid}
                  isLifted={card.id === liftedId}
                  isStop={card.id === stop}
                  position={index + 1}
                  count={cards.length}
                  onOpen={onOpen}
                />
              )
            )
          })}
        </div>
      </div>
    </section>
  )
})

function LaneName({ lane, kind }: { lane: Lane; kind: Kind }) {
  const { color, name } = lane
  if (kind === 'queues') return <QueueChip queue={color === null ? null : { name, color }} />
  return (
    <>
      <span
        className={classes('tag-dot lane-dot', color === null && 'lane-dot-none')}
        style={color === null ? undefined : ({ '--c': color } as CSSProperties)}
        aria-hidden="true"
      />
      <b className="font-semibold truncate" title={name}>
        {name}
      </b>
    </>
  )
}

function LaneMenu({ lane, isFirst, isLast, mayOrder, onOrder, onManage }: Props) {
  const t = useText()
  if (!mayOrder) return null
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="xs" label={t('kanban.laneMenu', { name: lane.name })}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<ArrowLeft />} disabled={isFirst} onSelect={() => onOrder(lane.id, -1)}>
        {t('kanban.toLeft')}
      </MenuItem>
      <MenuItem icon={<ArrowRight />} disabled={isLast} onSelect={() => onOrder(lane.id, 1)}>
        {t('kanban.toRight')}
      </MenuItem>
      <MenuItem icon={<ListTree />} onSelect={onManage}>
        {t('kanban.manage')}
      </MenuItem>
    </Menu>
  )
}
