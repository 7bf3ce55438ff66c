import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { taskReminds } from '../../../src/features/tasks/contract'
import { notificationsAtom, showNotification } from '../../shared/desktopNotification'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'

/** Notifies of a task whose time has come on every page, and on the desktop if enabled. It shows the user's own text. */
export function useTaskReminders(): void {
  const router = useRouter()
  const isOn = useAtomValue(notificationsAtom)
  useEvent(taskReminds, ({ task: { id, text, contact } }) => {
    toast.info(`🔔 ${text}`)
    if (!isOn) return
    const onOpen = () => void router.navigate({ to: '/todolist' })
    showNotification({ title: text, body: contact?.name ?? '', tag: `task ${id}`, onOpen })
  })
}
