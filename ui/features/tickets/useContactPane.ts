import { useAtom } from 'jotai/react'
import { useMedia, WIDE } from '../../shared/useMedia'
import { contactBesideAtom, contactOverAtom } from './state'
import { useOpenUuid } from './useDesk'

/** Whether the contact is on screen, and the way to show or hide it. */
export function useContactPane(): [isOpen: boolean, show: (on: boolean) => void] {
  const uuid = useOpenUuid()
  const isWide = useMedia(WIDE)
  const [beside, setBeside] = useAtom(contactBesideAtom)
  const [over, setOver] = useAtom(contactOverAtom)
  if (uuid === undefined) return [false, () => {}]
  return isWide ? [beside, setBeside] : [over === uuid, (on) => setOver(on ? uuid : null)]
}
