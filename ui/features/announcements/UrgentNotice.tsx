import { useEffect, useState } from 'react'
import { isCovered } from '../../shared/covered'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { NoticeDialog, type NoticeProps } from './NoticeDialog'

/** Opens by itself, but never over what the user is typing; until then a toast names it, and the bell counts it. */
export function UrgentNotice(props: NoticeProps) {
  const t = useText()
  const isFree = useFreeMoment()
  const words = t('announcementBell.waits', { title: props.notice.title })
  useEffect(() => {
    if (!isFree) toast.info(words)
  }, [isFree, words])
  return isFree && <NoticeDialog {...props} isSudden />
}

const LOOKS_EVERY = 500

/**
 * Whether the user writes in no field and has no dialog or menu open; then it stays true. Seen twice, since a press on
 * a button leaves the field before it clicks, and a dialog closes before it gives the focus back.
 */
function useFreeMoment(): boolean {
  const [isFree, setFree] = useState(() => !isBusy())
  useEffect(() => {
    if (isFree) return
    let wasFree = false
    const timer = setInterval(() => {
      const now = !isBusy()
      if (now && wasFree) setFree(true)
      wasFree = now
    }, LOOKS_EVERY)
    return () => clearInterval(timer)
  }, [isFree])
  return isFree
}

const FIELD = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'

const isBusy = (): boolean => document.activeElement?.matches(FIELD) === true || isCovered()
