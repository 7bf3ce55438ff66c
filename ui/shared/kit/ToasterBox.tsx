import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../i18n/useText'
import { beginToasts, type ToastData, type ToastTone, toasts } from './toast'
import { undoLatest } from './undo'

const icons: Record<ToastTone, ReactNode> = {
  success: <CircleCheck />,
  info: <Info />,
  warning: <TriangleAlert />,
  error: <CircleAlert />,
}
const isTone = (type: string | undefined): type is ToastTone => type !== undefined && type in icons

export function ToasterBox() {
  const t = useText()
  // After the provider's own effect, which subscribes.
  useEffect(beginToasts, [])
  useEffect(listenForUndo, [])
  return (
    <Toast.Provider toastManager={toasts} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={t('common.notifications')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

/** Z undoes while no text field has the focus; captured before the desk's keys, which would type it. */
function listenForUndo() {
  const press = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event
    if (key.toLowerCase() !== 'z' || altKey || ctrlKey || metaKey || event.isComposing) return
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]')) return
    if (!undoLatest()) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, { capture: true })
  return () => removeEventListener('keydown', press, { capture: true })
}

function ToastList() {
  const t = useText()
  const { toasts: shown } = Toast.useToastManager<ToastData>()
  useTurns(shown)
  return shown.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      className="toast-card"
      data-tone={item.type}
      swipeDirection={['left', 'right', 'down']}
    >
      <Toast.Content className="contents">
        {icons[isTone(item.type) ? item.type : 'info']}
        <div className="min-w-0 flex-1">
          <Toast.Title render={<p />} className="font-medium" />
          <Toast.Description render={<small />} className="nums" />
        </div>
        <Toast.Action className="-my-0.5 min-h-6 flex-none cursor-pointer rounded-md px-1.5 font-semibold underline underline-offset-2" />
        {item.data?.isUndo && (
          <span className="kbd kbd-sm not-phone" aria-hidden>
            Z
          </span>
        )}
        <Toast.Close
          className="grid size-6 flex-none cursor-pointer place-items-center rounded-md opacity-75 hover:opacity-100 icons:m-0 icons:size-3.75"
          aria-label={t('common.close')}
        >
          <X />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

/** A reason that a newer toast covered keeps its time, and appears after it. */
function useTurns(shown: readonly Toast.Root.ToastObject<ToastData>[]) {
  const covered = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, limited = false, data } of shown) {
      if (data?.stays === undefined || limited === covered.current.has(id)) continue
      if (limited) covered.current.add(id)
      else covered.current.delete(id)
      toasts.update(id, { timeout: limited ? 0 : data.stays })
    }
  }, [shown])
}
