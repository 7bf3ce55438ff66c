import { Check, LoaderCircle, RotateCcw, Sparkles, Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { type AiService, DEMO_MODEL } from '../../../src/features/ai/contract'
import { isCovered } from '../../shared/covered'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { backToWriting } from '../messages/composer/box'
import type { AiRequest } from './AiButton'
import type { useAsking } from './api'

type Props = {
  service: NonNullable<AiService['service']>
  asking: ReturnType<typeof useAsking<AiRequest>>
  isUndoable: boolean
  onTake(text: string): void
  onUndo(): void
  onClose(): void
}

/** The proposal beside the user's own text; afterwards an undo. */
export function AiProposal({ service, asking, isUndoable, onTake, onUndo, onClose }: Props) {
  const t = useText()
  const { variables: wanted, data } = asking
  const close = () => {
    onClose()
    backToWriting()
  }
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isCovered()) return
    event.preventDefault()
    close()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onEscape(event)
    // Before the desk handles it as "one level up".
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  if (asking.isIdle || !wanted)
    return (
      isUndoable && (
        <section className="ai-panel ai-line only-message" aria-label={t('ai.menu')}>
          <Check />
          <span className="mr-auto" role="status">
            {t('ai.taken')}
          </span>
          <Button size="sm" tone="ghost" icon={<Undo2 />} onClick={onUndo}>
            {t('common.undo')}
          </Button>
          <IconButton label={t('common.close')} onClick={close}>
            <X />
          </IconButton>
        </section>
      )
    )
  const name = wanted.language ? t(`ai.translate.${wanted.language}`) : t(`ai.act.${wanted.act}`)
  const again = () => asking.mutate(wanted)
  return (
    <section className="ai-panel only-message" aria-label={name}>
      <header>
        <Sparkles />
        <b>{name}</b>
        <small>{service.model === DEMO_MODEL ? t('ai.demo') : `${service.model} · ${service.host}`}</small>
        <IconButton label={t('ai.discard')} onClick={close}>
          <X />
        </IconButton>
      </header>
      {asking.isPending && (
        <p className="ai-wait flex items-center gap-2 min-h-8" role="status">
          <LoaderCircle className="animate-spin" />
          {t('ai.asking')}
          <Button size="sm" tone="ghost" onClick={close}>
            {t('common.cancel')}
          </Button>
        </p>
      )}
      {asking.isError && (
        <p className="ai-wait flex items-center gap-2 min-h-8" role="alert">
          <span className="mr-auto">{errorText(t, asking.error)}</span>
          <Button size="sm" icon={<RotateCcw />} onClick={again}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {data && (
        <>
          <div
            className="ai-pair grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-2 max-h-[min(14rem,34dvh)] overflow-y-auto pr-1.5"
            role="status"
          >
            {wanted.prompt.trim() !== '' && (
              <div className="px-2.5 pt-1.5 pb-2 rounded-[0.625rem] bg-base-200 [user-select:text]">
                <small>{t('ai.yours')}</small>
                <p dir="auto">{wanted.prompt}</p>
              </div>
            )}
            <div className="bg-primary-soft px-2.5 pt-1.5 pb-2 rounded-[0.625rem] [user-select:text]">
              <small>{t('ai.proposed')}</small>
              <p dir="auto">{data.answer}</p>
            </div>
          </div>
          <footer>
            <Button size="sm" tone="ghost" onClick={close}>
              {t('ai.discard')}
            </Button>
            <Button size="sm" tone="ghost" icon={<RotateCcw />} onClick={again}>
              {t('common.retry')}
            </Button>
            <Button size="sm" tone="primary" icon={<Check />} onClick={() => onTake(data.answer)}>
              {t('ai.use')}
            </Button>
          </footer>
        </>
      )}
    </section>
  )
}
