import { useEffect } from 'react'
import { text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { useUser } from '../../shared/session/useUser'

const DAY = 86_400_000
const WARN_BELOW = 5

/** Warns once after sign-in if fewer than five days of the subscription are left. */
export function useSubscriptionWarning() {
  const { dueDate } = useUser().company
  useEffect(() => {
    const days = Math.ceil((Date.parse(dueDate) - Date.now()) / DAY)
    if (days > 0 && days < WARN_BELOW) toast.warning(text()('shell.subscriptionEnds', { count: days }), 8000)
  }, [dueDate])
}
