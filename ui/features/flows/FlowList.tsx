import type { Problem } from '../../../src/features/flows/check'
import { exitsOf, targetOf } from '../../../src/features/flows/format/contract'
import { useText } from '../../shared/i18n/useText'
import type { Company } from './company'
import { type Heights, inOrder } from './edit'
import { Inspector } from './Inspector'
import { NodeCard } from './NodeCard'
import type { Draft } from './useDraft'
import { nodeName } from './words'

type Props = {
  draft: Draft
  company: Company
  problems: readonly Problem[]
  chosen: string | null
  choose(id: string | null): void
  remove(id: string): void
  heights: Heights
}

/** A flow on a phone: its nodes in reading order, edited in place. */
export function FlowList({ draft, company, problems, chosen, choose, remove, heights }: Props) {
  const t = useText()
  const { flow } = draft
  return (
    <div className="flow-list">
      <p className="text-sm text-muted">{t('flows.phoneHint')}</p>
      {inOrder(flow).map((id) => {
        const node = flow.nodes[id]
        if (!node) return null
        const isOpen = chosen === id
        const wrong = problems.filter((problem) => problem.node === id)
        return (
          <article key={id} className="node" data-on={isOpen || undefined} data-bad={wrong.length > 0 || undefined}>
            <button
              type="button"
              className="node-card"
              aria-expanded={isOpen}
              onClick={() => choose(isOpen ? null : id)}
            >
              <NodeCard
                flow={flow}
                node={node}
                company={company}
                problems={wrong}
                isHere={false}
                renderExit={(exit) => {
                  const target = flow.nodes[targetOf(flow, id, exit) ?? '']
                  const isPlain = exitsOf(node)[0] === '' && exitsOf(node).length === 1
                  const words = target ? nodeName(t, target) : t('flows.loose')
                  return isPlain ? null : <span className="truncate text-muted">{words}</span>
                }}
              />
            </button>
            {isOpen && (
              <Inspector
                {...{ draft, company, problems, chosen, choose, remove, heights }}
                vars={null}
                isBare
                onGo={choose}
              />
            )}
          </article>
        )
      })}
    </div>
  )
}
