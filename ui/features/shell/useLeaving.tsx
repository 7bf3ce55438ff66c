import { type ReactNode, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { signOut } from '../../shared/session/access'
import { useUnsentCount } from '../messages/sending/SendingProvider'

/** Signs out. Asks first if messages are unsent: they are sent only when this user signs in here again. */
export function useLeaving(): [leave: () => void, question: ReactNode] {
  const t = useText()
  const count = useUnsentCount()
  const [asking, setAsking] = useState(false)
  const leave = () => void signOut()
  const question = (
    <ConfirmDialog
      open={asking && count > 0}
      onClose={() => setAsking(false)}
      title={t('shell.leaving.title', { count })}
      confirm={t('shell.leaving.confirm')}
      cancel={t('shell.leaving.stay')}
      tone="primary"
      onConfirm={leave}
    >
      {t('shell.leaving.text')}
    </ConfirmDialog>
  )
  return [() => (count > 0 ? setAsking(true) : leave()), question]
}
