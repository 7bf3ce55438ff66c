import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../i18n/useText'
import { beginToasts, type ToastTone, toasts } from './toast'

const icons: Record<ToastTone, ReactNode> = {
  success: <CircleCheck />,
  info: <Info />,
  warning: <TriangleAlert />,
  error: <CircleAlert />,
}
const isTone = (type: string | undefined): type is ToastTone => type !== undefined && type in icons

export function ToasterBox() {
  const t = useText()
  // After the provider's own effect, which listens.
  useEffect(beginToasts, [])
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={t('common.notifications')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const t = useText()
  const { toasts: shown } = Toast.useToastManager()
  return shown.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      className="toast-card"
      data-tone={item.type}
      swipeDirection={['right', 'down']}
    >
      <Toast.Content className="contents">
        {icons[isTone(item.type) ? item.type : 'info']}
        <div className="min-w-0 flex-1">
          <Toast.Title render={<p />} className="font-medium" />
          <Toast.Description render={<small />} className="nums" />
        </div>
        <Toast.Action className="toast-action" />
        <Toast.Close className="toast-close" aria-label={t('common.close')}>
          <X />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
