import { Copy, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Problem } from '../../../src/features/flows/check'
import { exitsOf, type FlowNode, type NodeKind, targetOf } from '../../../src/features/flows/format/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuItem, MenuSeparator } from '../../shared/kit/Menu'
import type { Company } from './company'
import { inOrder } from './edit'
import { Inspector } from './Inspector'
import { kinds, kitGroups } from './kinds'
import { NodeCard } from './NodeCard'
import type { Draft } from './useDraft'
import { nodeName } from './words'

type Props = {
  draft: Draft
  company: Company
  problems: readonly Problem[]
  chosen: string | null
  choose(id: string | null): void
  /** Adds a node behind the chosen one. */
  add(kind: NodeKind): void
  duplicate(id: string): void
  remove(id: string): void
}

/** A flow on a phone: its nodes in reading order, edited in place. */
export function FlowList(props: Props) {
  const t = useText()
  const { draft, chosen } = props
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(chosen)
  // A node added or found by its problem may be out of sight.
  useEffect(() => {
    if (chosen !== null && chosen !== shown.current)
      list.current?.querySelector('[data-on]')?.scrollIntoView({ block: 'nearest' })
    shown.current = chosen
  }, [chosen])
  return (
    <div
      ref={list}
      className="flow-list flex-1 min-h-0 overflow-y-auto border-t border-line px-4 pt-3 pb-20 grid content-start gap-3 bg-chat"
    >
      <p className="text-sm text-muted">{t('flows.phoneHint')}</p>
      {inOrder(draft.flow).map((id) => {
        const node = draft.flow.nodes[id]
        return node && <ListedNode key={id} {...props} id={id} node={node} />
      })}
    </div>
  )
}

function ListedNode({ id, node, ...props }: Props & { id: string; node: FlowNode }) {
  const t = useText()
  const { draft, company, problems, chosen, choose, add, duplicate, remove } = props
  const { flow } = draft
  const isOpen = chosen === id
  const wrong = problems.filter((problem) => problem.node === id)
  return (
    <article className="node" data-on={isOpen || undefined} data-bad={wrong.length > 0 || undefined}>
      <button
        type="button"
        className="block w-full text-left"
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
        <>
          <Inspector {...{ draft, company, problems, chosen, duplicate, remove }} vars={null} isBare onGo={choose} />
          <div className="flex items-center gap-1 py-1.5 px-2 border-t border-line">
            <Menu
              trigger={
                <Button size="sm" icon={<Plus />}>
                  {t('flows.pane.addAfter')}
                </Button>
              }
            >
              {kitGroups.map((group, at) => (
                <div key={group.id} className="contents">
                  {at > 0 && <MenuSeparator />}
                  {group.kinds.map((kind) => {
                    const { icon: Icon } = kinds[kind]
                    return (
                      <MenuItem key={kind} icon={<Icon />} onSelect={() => add(kind)}>
                        {t(`flows.kind.${kind}`)}
                      </MenuItem>
                    )
                  })}
                </div>
              ))}
            </Menu>
            {node.t !== 'start' && (
              <>
                <IconButton className="ml-auto" label={t('flows.pane.duplicate')} onClick={() => duplicate(id)}>
                  <Copy />
                </IconButton>
                <IconButton label={t('flows.pane.remove')} onClick={() => remove(id)}>
                  <Trash2 />
                </IconButton>
              </>
            )}
          </div>
        </>
      )}
    </article>
  )
}
