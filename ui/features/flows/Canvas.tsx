import '@xyflow/react/dist/base.css'
import {
  Background,
  BackgroundVariant,
  BaseEdge,
  type Connection,
  type Edge,
  type EdgeProps,
  type FitViewOptions,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useViewport,
} from '@xyflow/react'
import { ChartColumn, Copy as CopyIcon, Maximize, Minus, Plus, Redo2, Undo2, WandSparkles } from 'lucide-react'
import { createContext, type DragEvent, type KeyboardEvent, use, useEffect, useMemo, useRef, useState } from 'react'
import type { Problem } from '../../../src/features/flows/check'
import type { NodeCounts } from '../../../src/features/flows/contract'
import {
  edgeKey,
  exitsOf,
  type FlowNode,
  type NodeKind,
  readEdgeKey,
} from '../../../src/features/flows/format/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { arrange } from './arrange'
import type { Company } from './company'
import {
  addAt,
  blankNode,
  connect,
  type Direction,
  GRID,
  type Heights,
  moveNodes,
  NODE_WIDTH,
  neighbour,
  type Spot,
  spotOf,
} from './edit'
import { FIRST_EXIT, FIRST_FIELD } from './Inspector'
import { DRAGGED, KIT } from './Kit'
import { kinds } from './kinds'
import { areStacked, NodeCard } from './NodeCard'
import { type Box, pathOf, routeOf } from './route'
import type { Trial } from './trial'
import type { Draft } from './useDraft'
import type { Several } from './useSeveral'
import { nodeName } from './words'

type Props = {
  draft: Draft
  company: Company
  problems: readonly Problem[]
  trial: Trial
  chosen: string | null
  choose(id: string | null): void
  /** The node to focus. */
  wanted: string | null
  onFocused(): void
  heights: Heights
  onHeights(heights: Heights): void
  onGo(id: string): void
  duplicate(id: string): void
  remove(id: string): void
  onAdded(id: string, node: FlowNode): void
  /** The phone stands beside the canvas. */
  isNarrow: boolean
  /** Shown on the nodes. */
  counts: NodeCounts | undefined
  onCount(isCounted: boolean): void
  /** Besides the chosen node. */
  picked: ReadonlySet<string>
  pick(ids: ReadonlySet<string>): void
  several: Several
}

type Shown = Props & { boxes: readonly Box[]; onKey(event: KeyboardEvent, id: string): void }
const Shared = createContext<Shown | null>(null)

/** The smallest size at which texts can be read. */
const READABLE = 0.8
/** The handle that wires end at. */
const IN = 'in'
/** React Flow wants a name for the plain exit. */
const handleOf = (exit: string) => `exit-${exit}`
const exitOf = (handle: string | null | undefined) => (handle ?? '').replace(/^exit-/, '')

export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Floor {...props} />
    </ReactFlowProvider>
  )
}

const nodeTypes = { node: NodeOnFloor }
const edgeTypes = { wire: Wire }
/** Clear of the tools above and of the phone's button below. */
const FIT = {
  maxZoom: 1,
  padding: { top: '64px', bottom: '64px', left: '24px', right: '24px' },
} as const satisfies FitViewOptions
const EDGE = 64

function Floor(props: Props) {
  const t = useText()
  const { draft, trial, chosen, choose, wanted, onFocused, onHeights, onGo, duplicate, remove, heights } = props
  const { picked, pick, several } = props
  /** A box is being drawn around nodes. */
  const isBoxing = useRef(false)
  const { flow, change } = draft
  const room = useReactFlow()
  const floor = useRef<HTMLDivElement>(null)
  const [sizes, setSizes] = useState<Readonly<Record<string, { readonly width: number; readonly height: number }>>>({})
  /** Nodes under the pointer, before they are dropped. */
  const [dragged, setDragged] = useState<Readonly<Record<string, Spot>>>({})

  const nodes = useMemo(
    (): Node[] =>
      Object.keys(flow.nodes).map((id) => {
        const [x, y] = dragged[id] ?? spotOf(flow, id)
        const measured = sizes[id]
        return {
          id,
          type: 'node',
          position: { x, y },
          data: {},
          ...(measured && { measured }),
          selected: id === chosen || picked.has(id),
        }
      }),
    [flow, dragged, sizes, chosen, picked],
  )
  const edges = useMemo(
    (): Edge[] =>
      Object.entries(flow.edges).flatMap(([key, target]) => {
        const { node: source, exit } = readEdgeKey(key)
        const from = flow.nodes[source]
        if (!from || !flow.nodes[target]) return []
        const isLive = trial.edges.has(key)
        return [
          {
            id: key,
            type: 'wire',
            source,
            target,
            data: { lane: exitsOf(from).indexOf(exit) },
            sourceHandle: handleOf(exit),
            targetHandle: IN,
            className: isLive ? 'wire-live' : '',
            focusable: false,
            selectable: true,
          },
        ]
      }),
    [flow, trial],
  )
  const moving = Object.keys(dragged).join(' ')
  const boxes = useMemo((): Box[] => {
    const isMoving = new Set(moving.split(' '))
    return Object.keys(flow.nodes).flatMap((id) => {
      const [left, top] = spotOf(flow, id)
      const { width, height } = sizes[id] ?? { width: NODE_WIDTH, height: 0 }
      return isMoving.has(id) ? [] : { left, top, right: left + width, bottom: top + height }
    })
  }, [flow, sizes, moving])
  const onNodesChange = (changes: readonly NodeChange[]) => {
    const boxed = isBoxing.current ? changes.filter((one) => one.type === 'select') : []
    if (boxed.length > 0) {
      const next = new Set(picked)
      for (const { id, selected } of boxed) {
        if (selected) next.add(id)
        else next.delete(id)
      }
      pick(next)
    }
    for (const one of changes) {
      if (one.type === 'dimensions' && one.dimensions) {
        const { id, dimensions } = one
        setSizes((before) => ({ ...before, [id]: dimensions }))
      }
      if (one.type === 'position' && one.position) {
        const { id, position, dragging } = one
        const to: Spot = [position.x, position.y]
        if (dragging) setDragged((before) => ({ ...before, [id]: to }))
      }
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new sizes are told
  useEffect(() => {
    onHeights(Object.fromEntries(Object.entries(sizes).map(([id, { height }]) => [id, height])))
  }, [sizes])

  const isDrawn = wanted !== null && sizes[wanted] !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the wanted node is drawn
  useEffect(() => {
    if (wanted === null || !isDrawn) return
    const element = floor.current?.querySelector<HTMLElement>(`[data-node="${wanted}"]`)
    element?.focus({ preventScroll: true })
    reveal(wanted)
    onFocused()
  }, [wanted, isDrawn])

  /** Brings a node into view. */
  const reveal = (id: string) => {
    const box = floor.current?.getBoundingClientRect()
    if (!box) return
    const [x, y] = spotOf(flow, id)
    const height = sizes[id]?.height ?? 0
    const from = room.flowToScreenPosition({ x, y })
    const to = room.flowToScreenPosition({ x: x + NODE_WIDTH, y: y + height })
    const isSeen = from.x > box.left && to.x < box.right && from.y > box.top + EDGE && to.y < box.bottom - EDGE
    if (!isSeen) void room.setCenter(x + NODE_WIDTH / 2, y + height / 2, { zoom: room.getZoom() })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the canvas has become smaller
  useEffect(() => {
    if (props.isNarrow && chosen !== null) reveal(chosen)
  }, [props.isNarrow])

  /** Shows all of a small flow, and the beginning of a large one at a size that can be read. */
  const begin = () => {
    const { width, height } = room.getNodesBounds(Object.keys(flow.nodes))
    const floorWidth = floor.current?.clientWidth ?? 0
    const fits = Math.min((floorWidth - 48) / width, ((floor.current?.clientHeight ?? 0) - 2 * EDGE) / height)
    if (fits >= READABLE) return void room.fitView(FIT)
    const [x, y] = spotOf(flow, flow.start)
    void room.setViewport({ x: floorWidth / 3 - x - NODE_WIDTH / 2, y: EDGE - y, zoom: 1 })
  }

  const drop = (event: DragEvent) => {
    const kind = event.dataTransfer.getData(DRAGGED)
    if (!isKind(kind)) return
    event.preventDefault()
    const { x, y } = room.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const node = blankNode(kind)
    const added = addAt(flow, node, [x - NODE_WIDTH / 2, y - GRID])
    change(added.flow)
    props.onAdded(added.id, node)
    onGo(added.id)
  }
  const join = ({ source, sourceHandle, target }: Connection) => {
    if (source !== target) change(connect(flow, source, exitOf(sourceHandle), target))
  }
  const onKey = (event: KeyboardEvent, id: string) => {
    const ways: Readonly<Record<string, Direction>> = {
      ArrowUp: 'up',
      ArrowDown: 'down',
      ArrowLeft: 'left',
      ArrowRight: 'right',
    }
    const way = ways[event.key]
    const key = event.key.toLowerCase()
    const isCommand = event.ctrlKey || event.metaKey
    if (way && event.altKey) {
      const [x, y] = spotOf(flow, id)
      const by = { up: [0, -GRID], down: [0, GRID], left: [-GRID, 0], right: [GRID, 0] }[way] as [number, number]
      change(moveNodes(flow, { [id]: [x + by[0], y + by[1]] }), `move ${id}`)
    } else if (way) {
      const next = neighbour(flow, id, way)
      if (next) onGo(next)
    } else if (isCommand && key === 'd') {
      if (picked.size > 0) several.duplicate()
      else duplicate(id)
    } else if (isCommand && key === 'a') several.pickAll()
    else if (isCommand || event.altKey) return
    else if (event.key === 'Enter') document.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    else if (key === 'c') document.querySelector<HTMLElement>(FIRST_EXIT)?.focus()
    else if (key === 'a') document.querySelector<HTMLElement>(`#${KIT} button`)?.focus()
    else if (event.key === ' ') several.toggle(id)
    else if (event.key === 'Escape' && picked.size > 0) pick(new Set())
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (picked.size > 0) several.remove()
      else remove(id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const count = nodes.length
  return (
    <Shared value={{ ...props, boxes, onKey }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a region with a name of its own */}
      <div
        ref={floor}
        role="region"
        className="size-full"
        aria-label={t('flows.canvas', { count })}
        aria-describedby="flow-keys"
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(DRAGGED)) return
          event.preventDefault()
          event.dataTransfer.dropEffect = 'copy'
        }}
        onDrop={drop}
        onCopy={(event) => {
          const text = several.copy()
          if (text === undefined) return
          event.preventDefault()
          event.clipboardData.setData('text/plain', text)
        }}
        onPaste={(event) => {
          event.preventDefault()
          several.paste(event.clipboardData.getData('text/plain'))
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey)) return
          const key = event.key.toLowerCase()
          if (key === 'z' && !event.shiftKey) draft.undo()
          else if (key === 'y' || (key === 'z' && event.shiftKey)) draft.redo()
          else return
          event.preventDefault()
        }}
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={onNodesChange}
          onNodeClick={({ shiftKey, ctrlKey, metaKey }, { id }) =>
            shiftKey || ctrlKey || metaKey ? several.toggle(id) : onGo(id)
          }
          onSelectionStart={() => {
            isBoxing.current = true
          }}
          onSelectionEnd={() => {
            isBoxing.current = false
          }}
          onPaneClick={() => pick(new Set())}
          onNodeDragStart={(_, { id }) => {
            choose(id)
            if (!picked.has(id)) pick(new Set())
          }}
          onNodeDragStop={(_, __, moved) => {
            change(
              moveNodes(flow, Object.fromEntries(moved.map(({ id, position: { x, y } }) => [id, [x, y] as const]))),
            )
            setDragged({})
          }}
          onConnect={join}
          onEdgesDelete={(gone) => {
            change(
              gone.reduce((next, { source, sourceHandle }) => connect(next, source, exitOf(sourceHandle), null), flow),
            )
          }}
          isValidConnection={({ source, target }) => source !== target && flow.nodes[target]?.t !== 'start'}
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={null}
          disableKeyboardA11y
          nodesFocusable={false}
          edgesFocusable={false}
          snapToGrid
          snapGrid={[GRID, GRID]}
          minZoom={0.25}
          maxZoom={1.5}
          connectionRadius={28}
          zoomOnDoubleClick={false}
          panOnScroll
          onInit={begin}
          proOptions={{ hideAttribution: true }}
        >
          <Background variant={BackgroundVariant.Dots} gap={GRID} size={1.5} color="var(--grid-dot)" />
        </ReactFlow>
        <p id="flow-keys" className="sr-only">
          {t('flows.canvasKeys')}
        </p>
      </div>
      <Tools {...props} onArrange={() => change(arrange(flow, heights))} />
    </Shared>
  )
}

const NO_COUNT = { came: 0, left: 0, exits: {} }

/** Goes around nodes. */
function Wire({ sourceX, sourceY, targetX, targetY, sourcePosition, data }: EdgeProps<Edge<{ lane: number }>>) {
  const boxes = use(Shared)?.boxes
  const path = useMemo(() => {
    const side = sourcePosition === Position.Right ? 'right' : 'bottom'
    return pathOf(routeOf([sourceX, sourceY], side, [targetX, targetY], boxes ?? [], data?.lane))
  }, [boxes, sourceX, sourceY, targetX, targetY, sourcePosition, data?.lane])
  return <BaseEdge path={path} />
}

const isKind = (name: string): name is NodeKind => name in kinds

function NodeOnFloor({ id }: NodeProps) {
  const t = useText()
  const shared = use(Shared)
  const flow = shared?.draft.flow
  const node = flow?.nodes[id]
  if (!shared || !flow || !node) return null
  const { company, trial, chosen, choose, onKey } = shared
  const problems = shared.problems.filter((problem) => problem.node === id)
  const name = node.name.trim() === '' ? nodeName(t, node) : `${t(`flows.kind.${node.t}`)}: ${node.name}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button could not hold the exits' handles
    <div
      role="button"
      className="node"
      data-node={id}
      data-on={chosen === id || undefined}
      data-picked={shared.picked.has(id) || undefined}
      data-bad={problems.length > 0 || undefined}
      tabIndex={chosen === id || (chosen === null && id === flow.start) ? 0 : -1}
      aria-label={name}
      aria-pressed={chosen === id}
      onFocus={() => choose(id)}
      onKeyDown={(event) => onKey(event, id)}
    >
      {node.t !== 'start' && (
        <Handle
          type="target"
          position={Position.Top}
          id={IN}
          className="port"
          data-on={trial.nodes.has(id) || undefined}
          tabIndex={-1}
        />
      )}
      <NodeCard
        flow={flow}
        node={node}
        company={company}
        problems={problems}
        isHere={trial.state?.node === id}
        count={shared.counts && (shared.counts[id] ?? NO_COUNT)}
        renderExit={(exit) => (
          <Handle
            type="source"
            position={areStacked(exitsOf(node)) ? Position.Right : Position.Bottom}
            id={handleOf(exit)}
            className="port"
            data-on={trial.edges.has(edgeKey(id, exit)) || undefined}
            data-loose={problems.some(({ fault, detail }) => fault === 'looseExit' && detail === exit) || undefined}
            tabIndex={-1}
          />
        )}
      />
    </div>
  )
}

function Tools({ draft, counts, onCount, several, onArrange }: Props & { onArrange(): void }) {
  const t = useText()
  const format = useFormat()
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow()
  const { zoom } = useViewport()
  return (
    <div className="flow-tools">
      <IconButton label={t('flows.undo')} disabled={!draft.mayUndo} onClick={draft.undo}>
        <Undo2 />
      </IconButton>
      <IconButton label={t('flows.redo')} disabled={!draft.mayRedo} onClick={draft.redo}>
        <Redo2 />
      </IconButton>
      <span className="mx-1 h-4 w-px bg-line" />
      <IconButton label={t('flows.smaller')} onClick={() => void zoomOut()}>
        <Minus />
      </IconButton>
      <button
        type="button"
        className="btn btn-sm btn-ghost nums px-1.5"
        title={t('flows.actualSize')}
        onClick={() => void zoomTo(1)}
      >
        {format.number(Math.round(zoom * 100))}%
      </button>
      <IconButton label={t('flows.bigger')} onClick={() => void zoomIn()}>
        <Plus />
      </IconButton>
      <IconButton label={t('flows.fit')} onClick={() => void fitView(FIT)}>
        <Maximize />
      </IconButton>
      <IconButton
        label={t('flows.arrange')}
        onClick={() => {
          onArrange()
          requestAnimationFrame(() => void fitView(FIT))
        }}
      >
        <WandSparkles />
      </IconButton>
      <span className="mx-1 h-4 w-px bg-line" />
      <Menu
        align="end"
        trigger={
          <IconButton label={t('flows.several.menu')}>
            <CopyIcon />
          </IconButton>
        }
      >
        {several.ids.length > 0 && (
          <>
            <MenuItem hint="Ctrl C" onSelect={several.copyToClipboard}>
              {t('flows.several.copy', { count: several.ids.length })}
            </MenuItem>
            <MenuItem hint="Ctrl D" onSelect={several.duplicate}>
              {t('flows.pane.duplicate')}
            </MenuItem>
          </>
        )}
        <MenuItem hint="Ctrl V" onSelect={() => void several.pasteFromClipboard()}>
          {t('flows.several.paste')}
        </MenuItem>
        <MenuItem hint="Ctrl A" onSelect={several.pickAll}>
          {t('flows.several.all')}
        </MenuItem>
        {several.ids.length > 0 && (
          <MenuItem hint="Delete" danger onSelect={several.remove}>
            {t('flows.pane.remove')}
          </MenuItem>
        )}
      </Menu>
      <IconButton
        label={t('flows.numbers.toggle')}
        pressed={counts !== undefined}
        onClick={() => onCount(counts === undefined)}
      >
        <ChartColumn />
      </IconButton>
    </div>
  )
}
