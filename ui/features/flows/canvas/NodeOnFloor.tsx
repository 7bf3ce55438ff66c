import { Handle, type NodeProps, Position } from '@xyflow/react'
import { use } from 'react'
import { edgeKey, exitsOf } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { areStacked, NodeCard } from '../NodeCard'
import { nodeName } from '../words'
import { handleOf, IN, ShownContext } from './shown'

const NO_COUNT = { came: 0, left: 0, exits: {} }

export function NodeOnFloor({ id }: NodeProps) {
  const t = useText()
  const shared = use(ShownContext)
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
