import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { eventReminds } from '../../../src/features/calendar/contract'
import { notificationsAtom, showNotification } from '../../shared/desktopNotification'
import { useFormat } from '../../shared/i18n/useFormat'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'

/** Notifies of an event on every page, and on the desktop if enabled. It shows the user's own text. */
export function useEventReminders(): void {
  const router = useRouter()
  const format = useFormat()
  const isOn = useAtomValue(notificationsAtom)
  useEvent(eventReminds, ({ evento: { id, title, contact, remindingStart, start } }) => {
    const at = remindingStart ?? start
    const when = format.isSameDay(at, Date.now()) ? format.time(at) : format.dateTime(at)
    toast.info(`🔔 ${title}, ${when}`)
    if (!isOn) return
    const onOpen = () => void router.navigate({ to: '/Calendario' })
    showNotification({ title, body: [when, contact?.name].filter(Boolean).join(' · '), tag: `event ${id}`, onOpen })
  })
}
