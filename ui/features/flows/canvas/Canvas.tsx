import '@xyflow/react/dist/base.css'
import {
  Background,
  BackgroundVariant,
  type Connection,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { type DragEvent, useRef } from 'react'
import type { NodeKind } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { arrange } from '../arrange'
import { DRAGGED } from '../BlockPalette'
import { addAt, blankNode, connect, GRID, moveNodes, NODE_WIDTH } from '../edit'
import { kinds } from '../kinds'
import { keysOfCanvas, keysOfNode } from './keys'
import { NodeOnFloor } from './NodeOnFloor'
import { type CanvasProps, exitOf, ShownContext } from './shown'
import { Tools } from './Tools'
import { useCamera } from './useCamera'
import { useDrawn } from './useDrawn'
import { Wire } from './Wire'

export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Floor {...props} />
    </ReactFlowProvider>
  )
}

const nodeTypes = { node: NodeOnFloor }
const edgeTypes = { wire: Wire }
const isKind = (name: string): name is NodeKind => name in kinds

function Floor(props: CanvasProps) {
  const t = useText()
  const { draft, choose, onGo, heights, picked, pick, several } = props
  const { flow, change } = draft
  const room = useReactFlow()
  const floor = useRef<HTMLDivElement>(null)
  const drawn = useDrawn(props)
  const begin = useCamera(floor, props, drawn.sizes)

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
  return (
    <ShownContext value={{ ...props, boxes: drawn.boxes, onKey: keysOfNode(props) }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a region with a name of its own */}
      <div
        ref={floor}
        role="region"
        className="size-full"
        aria-label={t('flows.canvas', { count: drawn.nodes.length })}
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
        onKeyDown={keysOfCanvas(props)}
      >
        <ReactFlow
          nodes={drawn.nodes}
          edges={drawn.edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={drawn.onNodesChange}
          onNodeClick={({ shiftKey, ctrlKey, metaKey }, { id }) =>
            shiftKey || ctrlKey || metaKey ? several.toggle(id) : onGo(id)
          }
          onSelectionStart={drawn.onSelectionStart}
          onSelectionEnd={drawn.onSelectionEnd}
          onPaneClick={() => pick(new Set())}
          onNodeDragStart={(_, { id }) => {
            choose(id)
            if (!picked.has(id)) pick(new Set())
          }}
          onNodeDragStop={(_, __, moved) => {
            change(
              moveNodes(flow, Object.fromEntries(moved.map(({ id, position: { x, y } }) => [id, [x, y] as const]))),
            )
            drawn.endDrag()
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
    </ShownContext>
  )
}
