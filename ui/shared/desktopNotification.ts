/** Desktop notifications, for users who work in another window. */
import { isBoolean, storedAtom } from './storedAtom'

const SHOWN_FOR = 7_000

type Card = {
  readonly title: string
  readonly body: string
  /** A newer notification with the same tag replaces it. */
  readonly tag: string
  onOpen(): void
}

/** Browsers allow notifications only for pages served over HTTPS or from localhost. */
export const canNotify = (): boolean => typeof Notification !== 'undefined' && isSecureContext

export function showNotification({ title, body, tag, onOpen }: Card): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  const card = openCard(title, { body, tag, silent: true }) // we play our own sound
  if (!card) return
  setTimeout(() => card.close(), SHOWN_FOR)
  card.onclick = () => {
    focus()
    card.close()
    onOpen()
  }
}

/** Android has the constructor, but it throws. */
function openCard(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}

/** Whether the user turned them on in this browser, and the browser permits them. */
export const notificationsAtom = storedAtom('desktopNews', false, isBoolean)
