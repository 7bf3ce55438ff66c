import { useEffect } from 'react'
import { text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { hasArrived } from '../../shared/session/session'
import { store } from '../../shared/store'
import { isBoolean } from '../../shared/storedAtom'

const welcomedAtom = storedOfPerson<boolean>('welcomed', false, isBoolean)

/** Says that signing in has worked, to each person once in this browser: every day it would be in the way. */
export function useWelcome() {
  useEffect(() => {
    if (!hasArrived() || store.get(welcomedAtom)) return
    store.set(welcomedAtom, true)
    toast.success(text()('shell.signedIn'))
  }, [])
}
