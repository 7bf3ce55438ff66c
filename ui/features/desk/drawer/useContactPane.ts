import { useAtom } from 'jotai/react'
import { useOver } from '../../../shared/useHistoryEntry'
import { PHONE, useMedia, WIDE } from '../../../shared/useMedia'
import { backToWriting } from '../../messages/composer/focus'
import { contactBesideAtom, contactOverAtom } from '../state'
import { useOpenUuid } from '../useDesk'

/** Whether the contact pane is shown, and how to show or hide it. */
export function useContactPane(): [isOpen: boolean, show: (on: boolean) => void] {
  const uuid = useOpenUuid()
  const [isWide, isPhone] = [useMedia(WIDE), useMedia(PHONE)]
  const [isEntry, showEntry] = useOver('contact')
  const [beside, setBeside] = useAtom(contactBesideAtom)
  const [over, setOver] = useAtom(contactOverAtom)
  if (uuid === undefined) return [false, () => {}]
  const show = (on: boolean) => {
    if (isWide) setBeside(on)
    else if (isPhone) showEntry(on)
    else setOver(on ? uuid : null)
    if (!on) backToWriting()
  }
  return [isWide ? beside : isPhone ? isEntry : over === uuid, show]
}
