import { useAtom } from 'jotai/react'
import { ofSession } from '../../../shared/session/ofPerson'
import { isBoolean, storedAtom } from '../../../shared/storedAtom'
import { useHistoryEntry } from '../../../shared/useHistoryEntry'
import { PHONE, useMedia, WIDE } from '../../../shared/useMedia'
import { backToWriting } from '../../messages/composer/box'
import { useOpenUuid } from '../useDesk'

/**
 * Beside the conversation the choice is remembered, and the pane is shown initially where all three fit. On narrow
 * screens, where it covers the conversation, the choice belongs to one ticket.
 */
const besideAtom = storedAtom<boolean | null>('desk.contact', null, (value): value is boolean => isBoolean(value))
const ROOMY = '(min-width: 1800px)'
const overAtom = ofSession<string | null>(null)

/** Whether the contact pane is shown, and its setter. */
export function useContactPane(): [isOpen: boolean, show: (on: boolean) => void] {
  const uuid = useOpenUuid()
  const [isWide, isPhone, isRoomy] = [useMedia(WIDE), useMedia(PHONE), useMedia(ROOMY)]
  const [isEntry, showEntry] = useHistoryEntry('contact')
  const [beside, setBeside] = useAtom(besideAtom)
  const [over, setOver] = useAtom(overAtom)
  if (uuid === undefined) return [false, () => {}]
  const show = (on: boolean) => {
    if (isWide) setBeside(on)
    else if (isPhone) showEntry(on)
    else setOver(on ? uuid : null)
    if (!on) backToWriting()
  }
  return [isWide ? (beside ?? isRoomy) : isPhone ? isEntry : over === uuid, show]
}
