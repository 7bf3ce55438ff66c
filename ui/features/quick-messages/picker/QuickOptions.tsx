import { Paperclip, SendHorizontal } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Option, useActiveInView } from '../../../shared/kit/Option'
import { VariableText } from '../../../shared/kit/VariableText'
import { RichText } from '../../messages/bubble/RichText'
import { labelOf } from '../spec'
import type { useQuickMessages } from './useQuickMessages'

export const LIST = 'quick-messages'
export const optionId = (at: number) => `${LIST}-${at}`

/** Shortcodes with the beginning of their texts, and the active one as the contact would get it. */
export function QuickOptions({ quick }: { quick: ReturnType<typeof useQuickMessages> }) {
  const t = useText()
  const { offered, active, reach, choose, send, textOf, isTaking } = quick
  const list = useActiveInView(optionId(active))
  const one = offered[active]
  return (
    <>
      <div
        ref={list}
        id={LIST}
        className="max-h-52 overflow-y-auto p-1"
        role="listbox"
        aria-label={t('messages.quick.title')}
      >
        {offered.map((quickMessage, at) => (
          <Option
            key={quickMessage.id}
            id={optionId(at)}
            isActive={at === active}
            onChoose={() => !isTaking && void choose(quickMessage)}
            onHover={() => reach(at)}
          >
            <b className="shrink-0 font-medium">{labelOf(quickMessage)}</b>
            <span className="min-w-0 flex-1 truncate text-muted">
              <VariableText text={quickMessage.message} />
            </span>
            {quickMessage.isMedia && <Paperclip className="size-3.5! shrink-0" />}
          </Option>
        ))}
      </div>
      {one && (
        <div className="grid max-h-28 gap-1 overflow-y-auto border-t border-line px-3 py-2 text-sm wrap-anywhere">
          {!(one.sendOnlyMedia && one.isMedia) && (
            <div className="whitespace-pre-wrap">
              <RichText text={textOf(one)} />
            </div>
          )}
          {one.mediaName && (
            <span className="flex min-w-0 items-center gap-1.5 text-muted">
              <Paperclip className="size-3.5! shrink-0" />
              <span className="truncate">{one.mediaName}</span>
            </span>
          )}
        </div>
      )}
      {one && (
        <div className="flex items-center justify-end gap-2 px-2 pb-2 text-xs text-faint">
          <kbd className="not-phone">Shift Enter</kbd>
          <Button
            size="xs"
            tone="quiet"
            icon={<SendHorizontal />}
            // The focus stays in the text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => !isTaking && send(one)}
          >
            {t('messages.quick.sendNow')}
          </Button>
        </div>
      )}
      <span className="sr-only" role="status">
        {t('messages.quick.count', { count: offered.length })}
      </span>
    </>
  )
}
