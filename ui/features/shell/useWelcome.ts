import { useEffect } from 'react'
import { text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { hasArrived } from '../../shared/session/session'

/** Says once that signing in has worked; a reload is no sign-in. */
export function useWelcome() {
  useEffect(() => {
    if (hasArrived()) toast.success(text()('shell.signedIn'))
  }, [])
}
