import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isUsable, type Template } from '../../../../src/channels/templates/contract'
import { useText } from '../../../shared/i18n/useText'
import { titleOf } from '../spec'
import { TemplateStatus } from '../TemplateStatus'

type Props = {
  offered: readonly Template[]
  chosen: Template | undefined
  priceOf(category: Template['category']): string | null
  onChoose(id: number): void
}

/** The list at the left: ↑ ↓, Home and End choose. */
export function TemplateOptions({ offered, chosen, priceOf, onChoose }: Props) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  // It may come after the dialog, which then had nothing to focus.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement))
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus()
  }, [])
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const at = offered.findIndex(({ id }) => id === chosen?.id)
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: offered.length - 1 }
    const next = offered[targets[event.key] ?? -1]
    if (!(event.key in targets)) return
    event.preventDefault()
    if (!next) return
    onChoose(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-template="${next.id}"]`)?.focus()
  }
  return (
    <div ref={list} className="models-list" role="listbox" aria-label={t('templates.pick.list')} onKeyDown={keys}>
      {offered.map((template) => (
        <button
          key={template.id}
          type="button"
          role="option"
          className="model"
          data-template={template.id}
          aria-selected={template.id === chosen?.id}
          aria-disabled={!isUsable(template)}
          tabIndex={template.id === chosen?.id ? 0 : -1}
          onClick={() => onChoose(template.id)}
        >
          <b>{titleOf(template.name)}</b>
          <span className="model-foot">
            <TemplateStatus template={template} />
            <span>{t(`templates.category.${template.category}`)}</span>
            <span className="price">{priceOf(template.category)}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
