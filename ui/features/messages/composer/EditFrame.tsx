import { Check, PencilLine } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { WriteBox } from './WriteBox'

type Props = Pick<ComponentProps<typeof WriteBox>, 'text' | 'onText' | 'onFiles' | 'picker'> & {
  readonly canSave: boolean
  onSave(): void
  onEnd(): void
}

/** The composer while a message is being edited: Enter saves, Escape leaves from anywhere inside. */
export function EditFrame({ canSave, onSave, onEnd, ...writing }: Props) {
  const t = useText()
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onEnd()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves from anywhere inside
    <div className="composer-box" data-mode="edit" onKeyDown={press}>
      <div className="reply-bar text-sm text-muted">
        <PencilLine className="size-4!" />
        <span className="min-w-0 flex-1 truncate">{t('messages.editing')}</span>
      </div>
      <WriteBox {...writing} onSubmit={onSave} label={t('messages.editing')} placeholder={t('messages.write')} />
      <div className="composer-bar">
        <span className="flex-1" />
        <Button size="sm" tone="ghost" onClick={onEnd}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" tone="primary" className="ml-1" disabled={!canSave} icon={<Check />} onClick={onSave}>
          {t('common.save')}
        </Button>
      </div>
    </div>
  )
}
