import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { scheduleReminds } from '../../../src/features/schedules/contract'
import { notificationsAtom, showNotification } from '../../shared/desktopNotification'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'

/**
 * Notifies of a due reminder on every page, and on the desktop if enabled. It shows the user's own text: no texts are
 * loaded for it.
 */
export function useReminders(): void {
  const router = useRouter()
  const isOn = useAtomValue(notificationsAtom)
  useEvent(scheduleReminds, ({ record: { id, body, contact } }) => {
    toast.info(`🔔 ${contact.name}: ${body}`)
    if (!isOn) return
    const onOpen = () => void router.navigate({ to: '/schedules' })
    showNotification({ title: contact.name, body, tag: `schedule ${id}`, onOpen })
  })
}
