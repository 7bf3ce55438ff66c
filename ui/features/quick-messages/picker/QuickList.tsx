import { type RefObject, useEffect, useEffectEvent, useImperativeHandle } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { composer, insertInto } from '../../messages/composer/box'
import type { Picker } from '../../messages/composer/useCompletion'
import { LIST, optionId, QuickOptions } from './QuickOptions'
import { useQuickMessages } from './useQuickMessages'

export type QuickKeys = Pick<ReturnType<typeof useQuickMessages>, 'onKey' | 'take'> & { readonly hasOffers: boolean }

type Props = {
  ticket: TicketSummary
  /** The text after the slash. */
  typed: string
  isSigned: boolean
  /** Receives the composer's keys. */
  keys: RefObject<QuickKeys | null>
  onAria(aria: Picker['aria']): void
  /** The list is there, and nothing in it matches. */
  onNone(): void
  onClose(): void
}

/** Quick messages after a slash at the start of the composer, replaced by the chosen one. */
export function QuickList({ ticket, typed, isSigned, keys, onAria, onNone, onClose }: Props) {
  const write = (text: string) => {
    const box = composer()
    if (!box?.value.startsWith(`/${typed}`)) return
    box.focus()
    box.setSelectionRange(0, typed.length + 1)
    insertInto(box, text)
  }
  const quick = useQuickMessages({ ticket, typed, isSigned, write, onClose })
  const { onKey, take, offered, active, isKnown } = quick
  useImperativeHandle(keys, () => ({ onKey, take, hasOffers: offered.length > 0 }))
  const none = useEffectEvent(onNone)
  const isNone = isKnown && offered.length === 0
  useEffect(() => {
    if (isNone) none()
  }, [isNone])
  const activeId = offered.length > 0 ? optionId(active) : undefined
  useEffect(() => {
    onAria(
      activeId === undefined
        ? {}
        : { 'aria-autocomplete': 'list', 'aria-controls': LIST, 'aria-activedescendant': activeId },
    )
  }, [activeId, onAria])
  return offered.length > 0 ? (
    <div className="completion-list max-h-none! overflow-hidden! p-0!">
      <QuickOptions quick={quick} />
    </div>
  ) : null
}
