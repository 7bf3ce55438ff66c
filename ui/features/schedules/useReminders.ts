import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { scheduleReminds } from '../../../src/features/schedules/contract'
import { notificationsAtom, showNotification } from '../../shared/desktopNotification'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'

/** A reminder that is due is told on every page, and on the desktop where that is on. In the person's own words: no texts are loaded for it. */
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
