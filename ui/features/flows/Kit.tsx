import type { CSSProperties, KeyboardEvent } from 'react'
import type { NodeKind } from '../../../src/features/flows/format/contract'
import { useText } from '../../shared/i18n/useText'
import { kinds, kitGroups } from './kinds'

/** The type of what is dragged from the kit. */
export const DRAGGED = 'application/x-flow-node'
export const KIT = 'flow-kit'

/** The blocks that a flow is made of: dragged onto the canvas, or added behind the chosen node. */
export function Kit({ onAdd, onLeave }: { onAdd(kind: NodeKind): void; onLeave(): void }) {
  const t = useText()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return onLeave()
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    const items = [...event.currentTarget.querySelectorAll('button')]
    const at = items.findIndex((item) => item.matches(':focus'))
    items[(at + way + items.length) % items.length]?.focus()
  }
  return (
    <nav id={KIT} className="flow-kit" aria-label={t('flows.kit')} onKeyDown={onKeyDown}>
      {kitGroups.map((group) => (
        <div key={group.id} className="contents">
          <h2>{t(`flows.group.${group.id}`)}</h2>
          {group.kinds.map((kind) => {
            const { color, icon: Icon } = kinds[kind]
            return (
              <button
                key={kind}
                type="button"
                className="flow-kit-item"
                style={{ '--c': color } as CSSProperties}
                title={t(`flows.kind.${kind}`)}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData(DRAGGED, kind)
                  event.dataTransfer.effectAllowed = 'copy'
                }}
                onClick={() => onAdd(kind)}
              >
                <Icon />
                <span className="truncate">{t(`flows.kind.${kind}`)}</span>
              </button>
            )
          })}
        </div>
      ))}
      <p className="px-2 pt-4 text-xs text-faint">{t('flows.kitHint')}</p>
    </nav>
  )
}
